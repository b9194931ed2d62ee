import type { ServiceHealth } from '@touchstone/contract'
import { countDeliveries, findForgedRows, showChainHeads } from '@touchstone/kyc'
import {
  type LedgerState,
  listSources,
  type SourceView,
  showLedgerState,
  unpricedCoins,
} from '@touchstone/kyt'
import { checkService, isOriginShared, isServedOverHttps, type WorkQueue } from '@touchstone/runtime'
import { listVersions } from '@touchstone/screening'
import { countStuckJourneys, retention, showWaiting } from '@touchstone/verification'
import type { Services } from '../../plugins/services.ts'
import { version } from '../../version.ts'
import { whatAnswers } from '../../what-answers.ts'

type State = 'good' | 'attention' | 'failed' | 'off'

const dayMs = 86_400_000
/** The age at which a sanctions list needs attention. Publishers update the lists about once a week. */
const freshListMs = 8 * dayMs
/** If a job has been overdue for this long, no worker is running. */
const patientJobMs = 10 * 60_000
/**
 * Pictures are deleted when their retention period ends, even if the review is undecided. The warning is
 * shown two days before that.
 */
const patientReviewMs = (retention.pictureDays - 2) * dayMs

/**
 * If a task waits this long, there are too few workers, and the person in front of the camera notices the
 * delay.
 */
const patientWorkMs = 20_000

/** If a node has not been contacted for this long, no follower is running. */
const patientFollowMs = 10 * 60_000
/**
 * The age at which the last imported block needs attention. Blocks are imported after a few confirmations.
 * Bitcoin's six confirmations take about one hour, and in rare cases three hours.
 */
const freshBlockMs = 3 * 3_600_000

/** Maximum number of gaps to report per network. */
const mostGaps = 5

/**
 * Reports the state of the service: stores, ledger, background jobs, lists, chains, mail, open reviews, stuck
 * journeys, forged rows and the audit log.
 */
export async function serviceHealth(services: Services): Promise<ServiceHealth> {
  const { runtime } = services
  const { kyc, kyt, verification, screening, settings, clock } = runtime
  const now = clock.now()
  const [
    answers,
    ledger,
    events,
    sources,
    unpriced,
    waiting,
    versions,
    stuck,
    forged,
    audit,
    queues,
    work,
    transactions,
    checks,
  ] = await Promise.all([
    whatAnswers(services),
    showLedgerState(kyt),
    countDeliveries(kyc),
    listSources(kyt),
    unpricedOf(services),
    showWaiting(verification),
    listVersions(screening, {}),
    countStuckJourneys(verification),
    findForgedRows(kyc),
    showChainHeads(kyc),
    runtime.jobs.start().then((jobs) => jobs.counts()),
    runtime.workQueue?.show(),
    // If the chains could not be opened, the state of all other parts is still reported.
    runtime.chains.counts().catch(() => undefined),
    checkService(runtime, { isRunning: true }),
  ])
  const isOlder = (at: Date | null, ms: number) => isLate(at, now, ms)
  const current = versions.filter(({ state }) => state === 'current')
  const lists = current.map(({ list, version: edition, importedAt }) => ({
    ...{ list, version: edition, importedAt: importedAt.toISOString() },
    state: isOlder(importedAt, freshListMs) ? ('attention' as const) : ('good' as const),
  }))
  const hasLateJobs = queues.some(
    ({ failed, waitingSince }) => failed > 0 || isOlder(waitingSince, patientJobMs),
  )
  const { reviews, mails } = waiting
  const networks = ledger.networks.map(({ followed, period, ...network }) => ({
    ...{ ...network, sources: [...network.sources], gaps: network.gaps.slice(0, mostGaps) },
    period: period && { from: period.from.toISOString(), to: period.to.toISOString() },
    followed: followed && followedNetwork(followed, now),
  }))
  return {
    ...{ version, at: new Date(now).toISOString(), checks },
    store: { state: answers.store ? 'good' : 'failed', engine: runtime.database.engine },
    limits: { state: answers.limits ? 'good' : 'attention', shared: settings.redisUrl !== undefined },
    origins: {
      state: attentionIf(isOriginShared(settings) && isServedOverHttps(settings)),
      shared: isOriginShared(settings),
    },
    ledger: {
      state: ledgerState(
        services,
        answers.ledger,
        // No question can be answered from an empty ledger without a source.
        (networks.length === 0 && sources.length === 0) ||
          ledger.watchesPaused ||
          networks.some(({ followed, gaps }) => followed?.state === 'attention' || gaps.length > 0),
      ),
      ...{ networks, unpriced, lastAt: ledger.lastAt?.toISOString() ?? null },
      ...{ importsRunning: ledger.running, watchesPaused: ledger.watchesPaused },
    },
    sources: sourcesState(sources, ledger),
    alerts: { state: attentionIf(events.dead > 0), ...events },
    jobs: {
      state: attentionIf(hasLateJobs),
      queues: queues.map(({ waitingSince, ...queue }) => ({
        ...{ ...queue, waitingSince: waitingSince?.toISOString() ?? null },
      })),
    },
    workers: workersState(work, now),
    lists: {
      state: lists.length === 0 ? 'failed' : attentionIf(lists.some(({ state }) => state === 'attention')),
      lists,
    },
    chains: { state: chainState(services, transactions), jobs: transactions ?? [] },
    mail: { state: verification.mailer.isMailbox ? 'off' : attentionIf(mails.failed > 0), ...mails },
    reviews: {
      state: attentionIf(isOlder(reviews.since, patientReviewMs)),
      ...{ waiting: reviews.waiting, since: reviews.since?.toISOString() ?? null },
    },
    rights: { state: forged.length > 0 ? 'failed' : 'good', forged },
    audit: { state: audit.damaged.length > 0 ? 'failed' : 'good', damaged: audit.damaged },
    journeys: {
      state: attentionIf(stuck.length > 0),
      stuck: stuck.reduce((sum, { count }) => sum + count, 0),
      since: stuck.map(({ since }) => since.toISOString()).toSorted()[0] ?? null,
      reasons: stuck.map(({ step, code, count }) => ({ step, code, count })),
    },
  }
}

type Work = Awaited<ReturnType<WorkQueue['show']>>

function workersState(work: Work | undefined, now: number): ServiceHealth['workers'] {
  if (work === undefined) return { state: 'off', workers: [], waiting: 0, running: 0, waitingSince: null }
  const { workers, lanes } = work
  const able = workers.filter(({ isAlive, hasKey }) => isAlive && hasKey)
  const [since] = lanes.flatMap(({ waitingSince }) => waitingSince ?? []).toSorted((a, b) => +a - +b)
  const isBehind = isLate(since ?? null, now, patientWorkMs)
  return {
    state: able.length === 0 ? 'failed' : attentionIf(isBehind || able.length < workers.length),
    workers: workers.map(({ threads, startedAt, seenAt, isAlive, hasKey, ...worker }) => ({
      ...{ name: worker.name, version: worker.version },
      state: hasKey ? attentionIf(!isAlive) : ('off' as const),
      ...{ faces: threads.faces ?? 0, documents: threads.documents ?? 0 },
      ...{ running: worker.running, done: worker.done, failed: worker.failed },
      ...{ since: startedAt.toISOString(), seenAt: seenAt.toISOString() },
    })),
    waiting: lanes.reduce((sum, lane) => sum + lane.waiting, 0),
    running: lanes.reduce((sum, lane) => sum + lane.running, 0),
    waitingSince: since?.toISOString() ?? null,
  }
}

function sourcesState(sources: readonly SourceView[], ledger: LedgerState): ServiceHealth['sources'] {
  const inLedger = new Set<string | null>(ledger.networks.map(({ network }) => network))
  const known = new Set(sources.map(({ network }) => network))
  const isOff = (of: string | null) =>
    sources.every(({ network, state }) => network !== of || state === 'off')
  const shown = { good: 'good', failing: 'attention', off: 'failed' } as const
  const worst = [...known].some(isOff)
    ? ('failed' as const)
    : attentionIf(sources.some(({ state }) => state !== 'good'))
  return {
    state: sources.length === 0 ? 'off' : worst,
    sources: sources.map(({ name, network, host, state, problem, backedOffUntil, answeredAt }) => ({
      ...{ name, network, host, state: shown[state], problem },
      backedOffUntil: backedOffUntil?.toISOString() ?? null,
      answeredAt: answeredAt?.toISOString() ?? null,
    })),
    onlySource: [...known].flatMap((network) => (network === null || inLedger.has(network) ? [] : [network])),
  }
}

/** Returns no coins if the ledger does not respond. */
async function unpricedOf({ runtime: { kyt } }: Services): Promise<string[]> {
  if (kyt.ledger.place === 'absent') return []
  return await unpricedCoins(kyt.ledger, await kyt.histories.networks()).catch(() => [])
}

function isLate(at: Date | null, now: number, ms: number): boolean {
  return at !== null && now - at.getTime() > ms
}

function attentionIf(is: boolean): State {
  return is ? 'attention' : 'good'
}

type Followed = NonNullable<LedgerState['networks'][number]['followed']>

function followedNetwork({ lastBlock, lastBlockAt, head }: Followed, now: number) {
  return {
    state: attentionIf(
      head !== null && (isLate(head.askedAt, now, patientFollowMs) || isLate(lastBlockAt, now, freshBlockMs)),
    ),
    ...{ lastBlock, lastBlockAt: lastBlockAt?.toISOString() ?? null },
    head: head && {
      block: head.block,
      // A node that is still synchronizing may report an older block than another node reported earlier.
      behind: Math.max(0, head.block - lastBlock),
      askedAt: head.askedAt.toISOString(),
    },
  }
}

function ledgerState({ runtime }: Services, answers: boolean, needsLook: boolean): State {
  if (runtime.ledger.place === 'absent') return 'off'
  return answers ? attentionIf(needsLook) : 'failed'
}

function chainState({ runtime }: Services, jobs: readonly { status: string }[] | undefined): State {
  if (jobs === undefined) return 'failed'
  return runtime.chains.configured.length === 0
    ? 'off'
    : attentionIf(jobs.some(({ status }) => status === 'failed'))
}
