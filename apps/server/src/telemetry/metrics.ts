import type { RiskLoad, SourceUse } from '@touchstone/kyt'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  readonly registry: Registry
  requestStarted(): void
  requestDone(operation: string, code: number, seconds: number): void
  webhookTried(result: 'delivered' | 'failed' | 'dead'): void
  watchesScored(count: number): void
  batchItemsScored(count: number): void
}

export function createMetrics(sources: {
  chainJobs(): Promise<{ chainId: string; status: string; count: number }[]>
  stuckJourneys(): Promise<{ step: string; code: string; count: number }[]>
  keptFaceprints(): Promise<{ purpose: string; faceprints: number }[]>
  /** Number of times since startup that a row was rejected because its signature was wrong. */
  forgedRows(): { table: string; count: number }[]
  /**
   * Returns the load that risk scoring puts on this process, or undefined if the number of scores is not
   * limited.
   */
  riskScores(): RiskLoad | undefined
  /** Returns this process's use of each source of histories. */
  sourceUses(): readonly SourceUse[]
  /** Returns the sources of histories, and whether they are backed off. */
  sourceStates(): Promise<readonly { name: string; state: string }[]>
  /** Returns the state of the work queue, or undefined if the server process does this work itself. */
  work(): Promise<
    { workers: number; lanes: { lane: string; waiting: number; running: number }[] } | undefined
  >
}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'touchstone_chain_jobs',
    help: 'Transactions in the journal by chain and state',
    labelNames: ['chain', 'status'],
    registers: [registry],
    async collect() {
      // If a store does not respond, the other metrics must still be reported.
      const jobs = await sources.chainJobs().catch(() => [])
      this.reset()
      for (const { chainId, status, count } of jobs) this.set({ chain: chainId, status }, count)
    },
  })
  new Gauge({
    name: 'touchstone_journeys_stuck',
    help: 'Journeys whose automatic step failed on every attempt, by step and error code',
    labelNames: ['step', 'code'],
    registers: [registry],
    async collect() {
      const stuck = await sources.stuckJourneys().catch(() => [])
      this.reset()
      for (const { step, code, count } of stuck) this.set({ step, code }, count)
    },
  })
  new Gauge({
    name: 'touchstone_faceprints_kept',
    help: 'Faceprints of erased people and of refused faces, by purpose',
    labelNames: ['purpose'],
    registers: [registry],
    async collect() {
      const kept = await sources.keptFaceprints().catch(() => [])
      this.reset()
      for (const { purpose, faceprints } of kept) this.set({ purpose }, faceprints)
    },
  })
  new Gauge({
    name: 'touchstone_workers',
    help: 'Running processes that read documents and measure faces for this service',
    registers: [registry],
    async collect() {
      const work = await sources.work().catch(() => undefined)
      // Without workers, the metric is absent: zero would mean that all workers are missing.
      if (work) this.set(work.workers)
      else this.remove()
    },
  })
  new Gauge({
    name: 'touchstone_work_jobs',
    help: 'Tasks for worker processes by kind and state',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      const work = await sources.work().catch(() => undefined)
      this.reset()
      for (const { lane, waiting, running } of work?.lanes ?? []) {
        this.set({ kind: lane, state: 'waiting' }, waiting)
        this.set({ kind: lane, state: 'running' }, running)
      }
    },
  })
  new Counter({
    name: 'touchstone_forged_rows_total',
    help: 'How often rows that grant rights were refused because of a wrong signature, by table',
    labelNames: ['table'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { table, count } of sources.forgedRows()) this.inc({ table }, count)
    },
  })
  new Gauge({
    name: 'touchstone_risk_scores',
    help: "Merchants' risk scores that are being calculated or are waiting to be calculated",
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const load = sources.riskScores()
      this.reset()
      if (!load) return
      this.set({ state: 'running' }, load.running)
      this.set({ state: 'waiting' }, load.waiting)
    },
  })
  new Counter({
    name: 'touchstone_risk_scores_refused_total',
    help: 'Risk scores that were refused because the merchant or the service had too many in progress',
    labelNames: ['limit'],
    registers: [registry],
    collect() {
      const load = sources.riskScores()
      this.reset()
      if (!load) return
      this.inc({ limit: 'merchant' }, load.refused.merchant)
      this.inc({ limit: 'service' }, load.refused.service)
    },
  })
  addSourceMetrics(registry, sources)
  const requests = new Counter({
    name: 'touchstone_requests_total',
    help: 'Responses by operation and envelope code',
    labelNames: ['operation', 'code'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'touchstone_request_seconds',
    help: 'Time from request to response',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const running = new Gauge({
    name: 'touchstone_requests_running',
    help: 'Requests in progress',
    registers: [registry],
  })

  const webhooks = new Counter({
    name: 'touchstone_webhooks_total',
    help: 'Webhook delivery attempts by result, where dead means the final attempt for an event that was never accepted',
    labelNames: ['result'],
    registers: [registry],
  })
  const watches = new Counter({
    name: 'touchstone_watches_scored_total',
    help: 'Watches rescored after a change',
    registers: [registry],
  })
  const batchItems = new Counter({
    name: 'touchstone_batch_addresses_scored_total',
    help: 'Addresses of batches that were scored in the background',
    registers: [registry],
  })
  // The series are created in advance, so that the first failure increments an existing series. A new series
  // would start at 1, and the increase would not be visible.
  for (const result of ['delivered', 'failed', 'dead']) webhooks.inc({ result }, 0)

  // Each label pair is resolved once, because resolving labels is slower than counting.
  const counters = new Map<string, Counter.Internal>()
  const histograms = new Map<string, Histogram.Internal<'operation'>>()
  return {
    registry,
    requestStarted: () => running.inc(),
    webhookTried: (result) => webhooks.inc({ result }),
    watchesScored: (count) => watches.inc(count),
    batchItemsScored: (count) => batchItems.inc(count),
    requestDone(operation, code, duration) {
      running.dec()
      const pair = `${operation} ${code}`
      let counter = counters.get(pair)
      if (!counter) {
        counter = requests.labels(operation, String(code))
        counters.set(pair, counter)
      }
      counter.inc()
      let histogram = histograms.get(operation)
      if (!histogram) {
        histogram = seconds.labels(operation)
        histograms.set(operation, histogram)
      }
      histogram.observe(duration)
    },
  }
}

function addSourceMetrics(
  registry: Registry,
  sources: Pick<Parameters<typeof createMetrics>[0], 'sourceUses' | 'sourceStates'>,
): void {
  new Counter({
    name: 'touchstone_source_requests_total',
    help: 'Requests to sources of histories by source and outcome',
    labelNames: ['source', 'outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, requests } of sources.sourceUses())
        for (const [outcome, count] of requests) this.inc({ source: name, outcome }, count)
    },
  })
  new Counter({
    name: 'touchstone_source_rows_total',
    help: 'Rows in the responses of sources of histories',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, rows } of sources.sourceUses()) this.inc({ source: name }, rows)
    },
  })
  new Counter({
    name: 'touchstone_source_wait_seconds_total',
    help: 'Time that requests to sources of histories waited for the rate limit',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, waitedMs } of sources.sourceUses()) this.inc({ source: name }, waitedMs / 1000)
    },
  })
  new Gauge({
    name: 'touchstone_source_backed_off',
    help: '1 while a source of histories is not queried because it failed, otherwise 0',
    labelNames: ['source'],
    registers: [registry],
    async collect() {
      const states = await sources.sourceStates().catch(() => [])
      this.reset()
      for (const { name, state } of states) this.set({ source: name }, state === 'off' ? 1 : 0)
    },
  })
}
