import {
  areWatchesPaused,
  reassessTransfers,
  refetchWatch,
  releaseClaims,
  releaseTransfers,
  rescoreWatches,
  runQueuedFetch,
} from '@touchstone/kyt'
import { repeat } from '../events/repeat.ts'
import type { Services } from '../plugins/services.ts'

/** Interval at which the store is checked for changes that other processes made. */
const lookEveryMs = 1000

/**
 * Rescores watches until stopped. Also decides on transfers again, and fetches the histories of watched addresses
 * again and histories that queries left to be fetched in the background. Every node does all of this and skips work
 * that another node has claimed. The loops are independent.
 */
export async function keepWatch(services: Services): Promise<() => Promise<void>> {
  const { runtime, kytReader, metrics, logger } = services
  await releaseClaims(runtime.kyt)
  await releaseTransfers(runtime.kyt)
  if (await areWatchesPaused(runtime.kyt)) {
    logger.warn('watches are paused after a reset of the ledger; run "touchstone watch resume" to continue')
  }
  const stop = new AbortController()

  const rescore = async () => {
    const startedAt = runtime.clock.now()
    const { taken, changed, problem } = await rescoreWatches(runtime.kyt, kytReader)
    metrics.watchesScored(taken)
    if (changed > 0) logger.info({ watches: taken, changed }, 'watches changed risk level')
    if (problem !== undefined) throw problem
    // Scoring puts a heavy load on the ledger. The loop therefore pauses for as long as it worked, which
    // leaves half of the time for users' queries.
    return taken > 0 ? runtime.clock.now() - startedAt : lookEveryMs
  }
  const reassess = async () => {
    const startedAt = runtime.clock.now()
    const { taken, changed, problem } = await reassessTransfers(runtime.kyt, kytReader)
    if (changed > 0) logger.info({ transfers: taken, changed }, 'decisions on transfers changed')
    if (problem !== undefined) throw problem
    return taken > 0 ? runtime.clock.now() - startedAt : lookEveryMs
  }
  let lastFetchedFor: string | undefined
  const fetchQueued = async () => {
    const { merchant, problem } = await runQueuedFetch(kytReader, lastFetchedFor)
    lastFetchedFor = merchant
    if (problem !== undefined) throw problem
    return merchant === undefined ? lookEveryMs : 0
  }

  let lastRefetchedFor: string | undefined
  const refetch = async () => {
    const { merchant, isFailed, problem } = await refetchWatch(kytReader, lastRefetchedFor)
    lastRefetchedFor = merchant
    if (problem !== undefined) throw problem
    // If the sources of a network are unavailable, the next watch will most likely fail as well.
    return merchant === undefined || isFailed === true ? lookEveryMs : 0
  }

  const { signal } = stop
  const loops: Promise<void>[] = []
  if (runtime.ledger.place !== 'absent') {
    const onFailure = (err: unknown) => logger.warn({ err }, 'watches could not be scored')
    loops.push(repeat({ work: rescore, signal, onFailure }))
    const onReassessFailure = (err: unknown) => logger.warn({ err }, 'transfers could not be decided again')
    loops.push(repeat({ work: reassess, signal, onFailure: onReassessFailure }))
    const onFetchFailure = (err: unknown) => logger.warn({ err }, 'histories could not be fetched')
    if (kytReader.fetcher !== undefined)
      for (const work of [fetchQueued, refetch])
        loops.push(repeat({ work, signal, onFailure: onFetchFailure }))
  }
  return async () => {
    stop.abort()
    await Promise.all(loops)
  }
}
