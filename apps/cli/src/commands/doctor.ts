import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@touchstone/client'
import { OperatorError, silentLogger } from '@touchstone/common'
import type { Finding } from '@touchstone/contract'
import {
  checkRedis,
  connectToHolder,
  type InputOf,
  isFolderHeld,
  problemsIn,
  runCommand,
  type Settings,
} from '@touchstone/runtime/command-line'
import type { Command } from 'commander'
import { option } from '../options.ts'
import { printOutput, settingsOf } from '../session.ts'
import type { SubCommand } from '../sub-command.ts'
import { table } from '../table.ts'
import { terminalOf } from '../terminal.ts'
import { readCredentials } from './call.ts'

export const doctor: SubCommand = {
  name: 'doctor',
  description: 'check everything that a verification or a risk score needs, and report problems',
  options: [option('--mail <address>', 'send a test message to this address')],
  async run(command: Command, { mail }: { mail?: string }) {
    const findings = await runChecks(() => settingsOf(command, 'server'), mail)
    printOutput(command, findings, describeFindings)
    if (findings.some(({ state }) => state === 'wrong')) terminalOf(command).exitCode = 1
  },
}

/** Renders findings as a table. */
export function describeFindings(findings: readonly Finding[]): string {
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
 * depend on them. With an address, a test message is sent.
 */
export async function runChecks(readSettings: () => Settings, mail?: string): Promise<Finding[]> {
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
    return [...findings, ...problemsIn(error).map((problem) => failure('settings', problem))]
  }
  const running = isFolderHeld(settings)
    ? await isServerRunning(settings.dataFolder)
    : await answersAsTouchstone(settings)
  findings.push(checkDataFolder(settings, running), checkSecret(settings))
  findings.push(
    ...(await checkServiceOf(settings, { isRunning: running, ...(mail !== undefined && { mail }) })),
  )
  findings.push(await checkPort('port', settings.host, settings.port, running))
  findings.push(await checkPort('metrics port', settings.metricsHost, settings.metricsPort, running))
  if (running) findings.push(await checkAnswers(settings))
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

/** Runs the checks of the service in the running server, or in this process if no server holds the data folder. */
async function checkServiceOf(settings: Settings, check: InputOf<'service check'>): Promise<Finding[]> {
  const isNew = settings.databaseUrl === undefined && !existsSync(join(settings.dataFolder, 'postgres'))
  if (isNew && !check.isRunning) {
    return [
      { check: 'store', state: 'note', found: 'not created yet', remedy: 'It is created on first start.' },
    ]
  }
  try {
    const findings = await runCommand({
      ...{ name: 'service check' as const, input: check, settings, logger: silentLogger },
    })
    // A running server checks its own settings, which can name another Redis server or none.
    const { redisUrl } = settings
    if (redisUrl === undefined || findings.some((each) => each.check === 'Redis')) return findings
    return [...findings, await checkRedis(redisUrl)]
  } catch (error) {
    return [failure('store', error)]
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

function failure(check: string, error: unknown): Finding {
  if (error instanceof OperatorError)
    return { check, state: 'wrong', found: error.message, remedy: error.remedy }
  return { check, state: 'wrong', found: error instanceof Error ? error.message : 'unknown error' }
}
