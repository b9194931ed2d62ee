import { OperatorError } from '@touchstone/common'
import type { Finding } from '@touchstone/contract'
import { activePrograms } from '@touchstone/kyc'
import { listVersions } from '@touchstone/screening'
import { databaseTime } from '@touchstone/storage'
import { lacksOf } from '@touchstone/verification'
import { chainStatus } from '../chains/chain-status.ts'
import type { Runtime } from '../open-runtime.ts'
import { homeChainId } from '../settings/chain-settings.ts'
import { checkOrigins, checkProxy, checkRedis } from './check-addresses.ts'
import { describeChain } from './describe-chain.ts'
import { checkFaceModels, describeState } from './describe-store.ts'
import { storeState } from './store-state.ts'

export type ServiceCheck = {
  /** The address to which a test message is sent. Without it, the check only connects to the mail server. */
  mail?: string
  /** Whether a server is running, so that the development chain can be asked. */
  isRunning?: boolean
}

/**
 * Checks everything that a verification or a risk score needs. `doctor`, Health and `init` show these findings.
 * Changes nothing, except that it sends a test message if an address is given.
 */
export async function checkService(runtime: Runtime, check: ServiceCheck = {}): Promise<Finding[]> {
  const { settings } = runtime
  const state = await storeState(runtime)
  const isMigrated = state.pendingMigrations.length === 0
  const parts: (Finding | Promise<Finding | Finding[]>)[] = [
    ...(isMigrated ? [checkParts(runtime), checkPrograms(runtime)] : []),
    checkMail(runtime, check.mail),
    ...(isMigrated ? [checkChains(runtime, check.isRunning === true)] : []),
    checkClock(runtime),
    checkOrigins(settings),
    checkProxy(settings),
    ...(settings.redisUrl === undefined ? [] : [checkRedis(settings.redisUrl)]),
  ]
  // Awaited together: a rejection that nobody awaits yet would end the process.
  const [faces, ...found] = await Promise.all([isMigrated ? checkFaceModels(runtime) : [], ...parts])
  return [...describeState(state), ...faces, ...found.flat()]
}

/** Checks the parts of the installation that programs can need. */
async function checkParts({ settings, verification, screening }: Runtime): Promise<Finding[]> {
  const { installation } = verification
  const versions = (await listVersions(screening)).filter(({ state }) => state === 'current')
  const good: [check: string, requirement: Parameters<typeof installation.lack>[0], found: string][] = [
    [
      'sanctions lists',
      'sanctions-list',
      versions
        .map(({ list, importedAt }) => `${list} of ${importedAt.toISOString().slice(0, 10)}`)
        .join(', '),
    ],
    ['face check', 'face-check', 'the models and the faceprint keys can be used'],
    [
      'proof keys',
      'proof-keys',
      settings.credentialKeys === undefined
        ? 'development keys, for which anyone can forge proofs'
        : 'the keys of your ceremony',
    ],
    ['home chain', 'home-chain', `the contracts are deployed on chain ${homeChainId}`],
  ]
  return await Promise.all(
    good.map(([check, requirement, found]) =>
      finding(check, async () => {
        const lack = await installation.lack(requirement, homeChainId)
        if (!lack) return { check, state: 'good', found }
        return {
          check,
          state: settings.production ? 'wrong' : 'note',
          found: lack.found,
          remedy: lack.remedy,
        }
      }),
    ),
  )
}

const mostPrograms = 20

/** Reports active programs that people cannot open. */
async function checkPrograms({ kyc, verification, settings }: Runtime): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { mchNo, ...program } of await activePrograms(kyc)) {
    const { programNo, name, allowedDomains } = program
    const reasons: { found: string; remedy: string }[] = await lacksOf(verification, program, program.chainId)
    // Outside production, pages on the same machine can embed such a program.
    if (settings.production && allowedDomains.length === 0) {
      const remedy = `Name the sites: touchstone program update ${programNo} --domains https://shop.example.com`
      reasons.push({ found: 'no site is allowed to embed it', remedy })
    }
    if (reasons.length === 0) continue
    findings.push({
      check: `program ${programNo}`,
      state: 'wrong',
      found: `"${name}" of ${mchNo} is not offered: ${reasons.map(({ found }) => found).join('; ')}`,
      remedy: reasons[0]?.remedy ?? '',
    })
    if (findings.length === mostPrograms) break
  }
  return findings
}

async function checkMail({ verification: { mailer }, settings }: Runtime, to?: string): Promise<Finding> {
  const check = 'mail'
  if (mailer.isMailbox) {
    return {
      ...{ check, state: settings.production ? 'wrong' : 'note' },
      found: 'no mail is sent: codes are shown at /mailbox',
      remedy: 'Set SMTP_URL and MAIL_FROM.',
    }
  }
  try {
    if (to === undefined) await mailer.check()
    else await mailer.sendTest(to)
    const found =
      to === undefined ? 'the mail server accepts connections' : 'the mail server accepted a test message'
    return {
      ...{ check, state: 'good', found },
      ...(to === undefined && { remedy: 'Send a test message with: touchstone doctor --mail <address>' }),
    }
  } catch (error) {
    const found = error instanceof Error ? error.message : 'the mail server failed'
    return {
      check,
      state: 'wrong',
      found,
      remedy: 'Check SMTP_URL, MAIL_FROM and the log of the mail server.',
    }
  }
}

const chainLimitMs = 15_000

async function checkChains({ chains, settings }: Runtime, isRunning: boolean): Promise<Finding[]> {
  // The development chain runs only with a server.
  const asked = chains.configured.filter((id) => isRunning || settings.chain.nodes.has(id))
  return await Promise.all(
    asked.map((id) =>
      finding(`chain ${id}`, async () => {
        const [view] = await within(chainLimitMs, chainStatus(chains, id), `chain ${id} did not respond`)
        return view ? describeChain(view) : { check: `chain ${id}`, state: 'wrong', found: 'unknown chain' }
      }),
    ),
  )
}

/** Differences above these limits are reported. Tokens and codes expire by the clock of the node. */
const [noteMs, wrongMs] = [2_000, 30_000]

function checkClock({ database, clock }: Runtime): Promise<Finding> {
  const check = 'clock'
  return finding(check, async () => {
    if (database.engine === 'embedded')
      return { check, state: 'good', found: 'one clock for service and store' }
    const before = clock.now()
    const theirs = await databaseTime(database)
    const difference = Math.round(Math.abs(theirs - (before + clock.now()) / 2))
    const found = `${(difference / 1000).toFixed(1)} s from the clock of the database`
    if (difference < noteMs) return { check, state: 'good', found }
    const state = difference < wrongMs ? ('note' as const) : ('wrong' as const)
    return { check, state, found, remedy: 'Synchronise the clocks of all machines, for example with chrony.' }
  })
}

/** A check that fails unexpectedly is reported like a fault that it found. */
async function finding(check: string, run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run()
  } catch (error) {
    const found = error instanceof Error ? error.message : 'unknown error'
    return { check, state: 'wrong', found, ...(error instanceof OperatorError && { remedy: error.remedy }) }
  }
}

async function within<Result>(ms: number, work: Promise<Result>, otherwise: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${otherwise} within ${ms / 1000} s`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
