import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { isAbsolute, join } from 'node:path'
import { createClient } from '@touchstone/client'
import { OperatorError, silentLogger } from '@touchstone/common'
import {
  type ChainStatusView,
  connectToHolder,
  isFolderHeld,
  isOriginShared,
  isServedOverHttps,
  runCommand,
  type Settings,
} from '@touchstone/runtime/command-line'
import type { Command } from 'commander'
import {
  describeDamagedChains,
  describeForgedRows,
  describeLedgerData,
  describePrices,
  describeSources,
  describeStore,
  describeUnfitProgram,
  type Finding,
  unfinishedRotation,
} from '../findings/describe-store.ts'
import { printOutput, settingsOf } from '../session.ts'
import type { SubCommand } from '../sub-command.ts'
import { table } from '../table.ts'
import { terminalOf } from '../terminal.ts'
import { readCredentials } from './call.ts'

export const doctor: SubCommand = {
  name: 'doctor',
  description: 'check settings, stores and ports, and report problems',
  async run(command: Command) {
    const findings = await runChecks(() => settingsOf(command))
    printOutput(command, findings, describe)
    if (findings.some(({ state }) => state === 'wrong')) terminalOf(command).exitCode = 1
  },
}

function describe(findings: readonly Finding[]): string {
  return table(
    ['State', 'Check', 'Found', 'Remedy'],
    findings.map(({ state, check, found, remedy }) => [
      { good: 'ok', note: 'note', wrong: 'WRONG' }[state],
      check,
      found,
      remedy ?? '',
    ]),
  ).replaceAll(/ +-$/gm, '')
}

/**
 * Runs all checks, none of which changes anything. Settings are checked first, because the other checks
 * depend on them.
 */
async function runChecks(readSettings: () => Settings): Promise<Finding[]> {
  const findings: Finding[] = [checkNode()]
  let settings: Settings
  try {
    settings = readSettings()
    findings.push({
      check: 'settings',
      state: 'good',
      found: settings.production ? 'production' : 'development',
    })
  } catch (error) {
    return [...findings, failure('settings', error)]
  }
  const running = isFolderHeld(settings)
    ? await isServerRunning(settings.dataFolder)
    : await answersAsTouchstone(settings)
  findings.push(checkDataFolder(settings, running))
  findings.push(...(await checkStores(settings, running)))
  findings.push(checkSecret(settings))
  if (isServedOverHttps(settings)) findings.push(checkOrigins(settings))
  if (settings.redisUrl !== undefined) findings.push(await checkRedis(settings.redisUrl))
  findings.push(await checkPort('port', settings.host, settings.port, running))
  findings.push(await checkPort('metrics port', settings.metricsHost, settings.metricsPort, running))
  if (running) findings.push(await checkAnswers(settings), ...(await checkChains(settings)))
  return findings
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const good = major > 20 || (major === 20 && minor >= 19)
  const finding: Finding = { check: 'Node.js', state: good ? 'good' : 'wrong', found: process.versions.node }
  return good ? finding : { ...finding, remedy: 'Install Node.js 20.19 or newer.' }
}

async function isServerRunning(dataFolder: string): Promise<boolean> {
  const socket = await connectToHolder(dataFolder)
  socket?.destroy()
  return socket !== undefined
}

/**
 * If a database server is used, no process locks the data folder, so the port is what shows whether a server
 * is running.
 */
async function answersAsTouchstone({ host, port }: Settings): Promise<boolean> {
  try {
    const response = await fetch(`http://${host}:${port}/health/live`, { signal: AbortSignal.timeout(2000) })
    return ((await response.json()) as { status?: unknown }).status === 'live'
  } catch {
    return false
  }
}

function checkDataFolder({ dataFolder }: Settings, running: boolean): Finding {
  const check = 'data folder'
  if (!existsSync(dataFolder)) {
    return {
      check,
      state: 'note',
      found: `${dataFolder} does not exist yet`,
      remedy: 'It is created on first start.',
    }
  }
  try {
    accessSync(dataFolder, constants.R_OK | constants.W_OK)
  } catch {
    return {
      check,
      state: 'wrong',
      found: `${dataFolder} is not both readable and writable`,
      remedy: 'Change its owner to the user who runs the service.',
    }
  }
  const openToOthers = (statSync(dataFolder).mode & 0o077) !== 0
  const found = `${dataFolder}${running ? ', held by a running server' : ''}`
  return openToOthers && process.platform !== 'win32'
    ? {
        check,
        state: 'note',
        found: `${found}, accessible to other users`,
        remedy: `chmod 700 ${dataFolder}`,
      }
    : { check, state: 'good', found }
}

async function checkStores(settings: Settings, running: boolean): Promise<Finding[]> {
  const [check, ledgerCheck] = ['store', 'ledger']
  if (settings.databaseUrl === undefined && !running && !existsSync(join(settings.dataFolder, 'postgres'))) {
    return [{ check, state: 'note', found: 'not created yet', remedy: 'It is created on first start.' }]
  }
  try {
    const state = await runCommand({ name: 'store state', input: {}, settings, logger: silentLogger })
    const findings = [describeStore(check, state), describeStore(ledgerCheck, state.ledger)]
    if (state.ledger.networks !== undefined) {
      findings.push(describeLedgerData(state.ledger.networks, state.sources))
      if (state.ledger.networks.length > 0) findings.push(describePrices(state.ledger.unpriced ?? []))
      if (state.sources.length > 0) findings.push(describeSources(state.ledger.networks, state.sources))
    }
    if (state.isRotating) findings.push(unfinishedRotation)
    findings.push(...state.unfitPrograms.map(describeUnfitProgram))
    if (state.forgedRows.length > 0) findings.push(describeForgedRows(state.forgedRows))
    if (state.damagedChains.length > 0) findings.push(describeDamagedChains(state.damagedChains))
    return state.pendingMigrations.length > 0 ? findings : [...findings, ...(await checkFaceModels(settings))]
  } catch (error) {
    return [failure(check, error)]
  }
}

/**
 * Checks the face models. Reports nothing if only the built-in model is in use and no faceprint comes from an
 * unknown model.
 */
async function checkFaceModels(settings: Settings): Promise<Finding[]> {
  const check = 'face models'
  try {
    const models = await runCommand({ name: 'faces list', input: {}, settings, logger: silentLogger })
    const missing = models.filter(({ use }) => use === 'missing')
    if (missing.length > 0) {
      const left = missing.reduce((sum, { faceprints }) => sum + faceprints, 0)
      const found = `${left} faceprints are from a model that is not listed in the settings: nobody can be enrolled`
      return [{ check, state: 'wrong', found, remedy: 'Add it to FACE_EMBEDDING_FORMER_MODELS.' }]
    }
    const { embedding, liveness } = settings.faceModels
    const isCustom = embedding !== undefined && isAbsolute(embedding)
    if (!isCustom && liveness === undefined) return []
    const former = models.filter(({ use }) => use === 'former')
    const left = former.reduce((sum, { faceprints }) => sum + faceprints, 0)
    return [{ check, state: 'good', found: `calibrated; ${left} faceprints are from previous models` }]
  } catch (error) {
    return [failure(check, error)]
  }
}

function checkSecret(settings: Settings): Finding {
  const check = 'secret'
  if (settings.secret !== undefined) return { check, state: 'good', found: 'from the settings' }
  const file = join(settings.dataFolder, 'secret')
  return existsSync(file)
    ? { check, state: 'good', found: 'in the data folder', remedy: 'Back it up together with the data.' }
    : { check, state: 'note', found: 'not created yet', remedy: 'It is created on first start.' }
}

/** A fault in the verification page, which every site embeds, must not affect the members' sessions. */
function checkOrigins(settings: Settings): Finding {
  const check = 'host names'
  if (!isOriginShared(settings))
    return { check, state: 'good', found: 'the dashboard and the verification page have separate origins' }
  return {
    check,
    state: 'note',
    found: 'the dashboard and the verification page share an origin',
    remedy: 'Set TOUCHSTONE_DASHBOARD_HOST and TOUCHSTONE_FRAME_HOST to two host names.',
  }
}

/** Checks only that the address responds. Only the server checks the login credentials. */
function checkRedis(address: string): Promise<Finding> {
  const { hostname, port } = new URL(address)
  const check = 'Redis'
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 3000 })
    const wrong = () => {
      socket.destroy()
      const remedy =
        'Check that it is running and that REDIS_URL is correct, or unset REDIS_URL for a single node.'
      resolve({ check, state: 'wrong', found: `no response from ${hostname}:${port || 6379}`, remedy })
    }
    socket.once('error', wrong)
    socket.once('timeout', wrong)
    socket.once('connect', () => {
      socket.destroy()
      resolve({ check, state: 'good', found: `${hostname}:${port || 6379} responds` })
    })
  })
}

async function checkPort(check: string, host: string, port: number, running: boolean): Promise<Finding> {
  const free = await isFree(host, port)
  if (free) return { check, state: 'good', found: `${port} is free` }
  return running
    ? { check, state: 'good', found: `${port} is in use by the running server, as expected` }
    : {
        check,
        state: 'wrong',
        found: `${port} is used by another program`,
        remedy: 'Stop that program or choose another port.',
      }
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}

/** Calls an API operation of the running server with the demo key, if there is one. */
async function checkAnswers(settings: Settings): Promise<Finding> {
  const check = 'answers'
  if (!settings.demo) return { check, state: 'note', found: 'not checked: the demo is off' }
  const file = join(settings.dataFolder, 'demo.json')
  if (!existsSync(file)) return { check, state: 'note', found: 'not checked: there is no demo key' }
  try {
    const client = createClient({ ...readCredentials(file), retries: 1, timeoutMs: 3000 })
    const { kyc_participants } = await client.getStatistics()
    return { check, state: 'good', found: `the demo merchant has ${kyc_participants} participants` }
  } catch (error) {
    return failure(check, error)
  }
}

/** Queries the running server for the state of its chains. */
async function checkChains(settings: Settings): Promise<Finding[]> {
  try {
    const chains = await runCommand({ name: 'chain status', input: {}, settings, logger: silentLogger })
    return chains.filter(({ signer }) => signer !== undefined).map(describeChain)
  } catch (error) {
    return [failure('chains', error)]
  }
}

function describeChain({ chainId, state, trouble = [] }: ChainStatusView): Finding {
  const check = `chain ${chainId}`
  const more = 'Run touchstone chain status for details.'
  if (state === 'no contracts') {
    return { check, state: 'note', found: state, remedy: `touchstone chain deploy --chain ${chainId}` }
  }
  if (state === 'contracts of another version') {
    return {
      check,
      state: 'wrong',
      found: state,
      remedy: `touchstone chain deploy --chain ${chainId} --again`,
    }
  }
  if (state !== 'ready') return { check, state: 'wrong', found: state, remedy: more }
  return trouble.length === 0
    ? { check, state: 'good', found: state }
    : {
        check,
        state: 'note',
        found: `${trouble.length} transactions failed or need attention`,
        remedy: more,
      }
}

function failure(check: string, error: unknown): Finding {
  if (error instanceof OperatorError)
    return { check, state: 'wrong', found: error.message, remedy: error.remedy }
  return { check, state: 'wrong', found: error instanceof Error ? error.message : 'unknown error' }
}
