import { type AdmitCalls, releaseBatches, runBatches } from '@touchstone/kyt'
import { repeat } from '../events/repeat.ts'
import type { Services } from '../plugins/services.ts'

/** Interval at which the store is checked for batches that other processes added. */
const lookEveryMs = 1000
/** Delay after a round in which no batch's key had calls left. */
const waitForCallsMs = 100
/** Fraction of a key's calls per second that batches leave for single requests. */
const reservedShare = 5

/** Scores the addresses of batches until stopped. Every node does, and skips batches that another node has claimed. */
export async function keepBatches(services: Services): Promise<() => Promise<void>> {
  const { runtime, kytReader, metrics, logger } = services
  await releaseBatches(runtime.kyt)
  const stop = new AbortController()
  const admit = admitWithin(services)
  const work = async () => {
    const { batches, scored, problem } = await runBatches(runtime.kyt, kytReader, admit)
    metrics.batchItemsScored(scored)
    if (problem !== undefined) throw problem
    if (scored > 0) return 0
    return batches > 0 ? waitForCallsMs : lookEveryMs
  }
  const onFailure = (err: unknown) => logger.warn({ err }, 'some addresses of batches could not be scored')
  const loop = repeat({ work, signal: stop.signal, onFailure })
  return async () => {
    stop.abort()
    await loop
  }
}

/**
 * Counts the addresses of batches against the rate limit of their key. Batches leave part of the limit for
 * single requests.
 */
function admitWithin({ accessService, limiter }: Services): AdmitCalls {
  return async ({ merchant, keyId }, wanted) => {
    const { callsPerSecond } = await accessService.accessWithoutKey(merchant, keyId)
    const share = Math.max(1, callsPerSecond - Math.ceil(callsPerSecond / reservedShare))
    const windows = [
      { key: `key:${keyId}`, limit: callsPerSecond },
      { key: `batch:${keyId}`, limit: share },
    ]
    let calls = Math.min(wanted, share)
    while (calls > 0) {
      const decisions = await limiter.take(windows, calls)
      if (decisions.every(({ allowed }) => allowed)) return calls
      // Another node can take calls in the meantime, so the next attempt can fail again.
      calls = Math.min(calls - 1, ...decisions.map(({ remaining }) => remaining))
    }
    return 0
  }
}
