import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  readonly registry: Registry
  requestStarted(): void
  requestDone(operation: string, code: number, seconds: number): void
  alertTried(result: 'delivered' | 'failed' | 'dead'): void
  watchesScored(count: number): void
}

export function createMetrics(sources: {
  chainJobs(): Promise<{ chainId: string; status: string; count: number }[]>
}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'touchstone_chain_jobs',
    help: 'Transactions in the journal by chain and by how far they are',
    labelNames: ['chain', 'status'],
    registers: [registry],
    async collect() {
      // A store that does not answer must not take the other metrics away.
      const jobs = await sources.chainJobs().catch(() => [])
      this.reset()
      for (const { chainId, status, count } of jobs) this.set({ chain: chainId, status }, count)
    },
  })
  const requests = new Counter({
    name: 'touchstone_requests_total',
    help: 'Answers by operation and code of the envelope',
    labelNames: ['operation', 'code'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'touchstone_request_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const running = new Gauge({
    name: 'touchstone_requests_running',
    help: 'Requests that have not been answered yet',
    registers: [registry],
  })

  const alerts = new Counter({
    name: 'touchstone_alerts_total',
    help: 'Tries to deliver an alert by what became of them; dead is the last try of one that nobody accepted',
    labelNames: ['result'],
    registers: [registry],
  })
  const watches = new Counter({
    name: 'touchstone_watches_scored_total',
    help: 'Watches that were scored again after something had changed',
    registers: [registry],
  })
  // There from the start, so that the first failure is a change of a number and not a new name.
  for (const result of ['delivered', 'failed', 'dead']) alerts.inc({ result }, 0)

  // Resolving labels costs more than counting: each pair is resolved once.
  const counters = new Map<string, Counter.Internal>()
  const histograms = new Map<string, Histogram.Internal<'operation'>>()
  return {
    registry,
    requestStarted: () => running.inc(),
    alertTried: (result) => alerts.inc({ result }),
    watchesScored: (count) => watches.inc(count),
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
