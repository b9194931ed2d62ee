import type { NotFetched } from '@touchstone/contract'
import { ServiceError } from '@touchstone/contract'
import { networks } from '../addresses/networks.ts'
import { journalOf } from '../context.ts'
import { fetchLimitsOf } from '../fetch/fetch-plan.ts'
import { openBudget } from '../fetch/open-budget.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { isFollowed } from '../lookup/network-coverage.ts'
import { fetchRisk } from '../operations/get-risk-score.ts'
import { fetchedNetworks } from '../sources/histories/history-sources.ts'
import { claimDueWatch, type DueWatch, markWatchFetched, postponeWatchFetch } from './watch-fetch-store.ts'

/** How long a claim is valid beyond the time that the budget allows. */
const claimMarginMs = 60_000
/** Longest pause after a failure. */
const retryMs = 900_000

/**
 * Fetches the new blocks of one watched address, and of the addresses that its score needs, if the history of
 * any watch was last fetched longer ago than the operator's interval. Only networks with a source that are not
 * followed are affected, because the ledger would otherwise never contain the watch's new transfers. New data
 * changes the ledger's version, so the watches are rescored afterwards. Merchants take turns: the watch belongs
 * to the first merchant after `after`. Returns the merchant, if a watch was due, and whether the fetch failed.
 */
export async function refetchWatch(
  reader: KytReader,
  after = '',
): Promise<{ readonly merchant?: string; readonly isFailed?: boolean; readonly problem?: unknown }> {
  const { context } = reader
  const { watchSeconds, budget } = fetchLimitsOf(context)
  if (reader.fetcher === undefined || watchSeconds === 0) return {}
  const due = await networksToFetch(reader)
  if (due.length === 0) return {}
  const db = journalOf(context)
  const now = context.clock.now()
  const watch = await claimDueWatch(db, {
    ...{ networks: due, after, now: new Date(now), before: new Date(now - watchSeconds * 1000) },
    until: new Date(now + budget.seconds * 1000 + claimMarginMs),
  })
  if (watch === undefined) return {}
  let because: NotFetched | undefined
  let problem: unknown
  try {
    because = await fetchWatched(reader, watch, watchSeconds)
  } catch (error) {
    problem = error
    // If this version no longer supports the coin, another attempt fails as well.
    because = error instanceof ServiceError && !error.retryable ? undefined : 'failed'
  }
  const isFailed = because === 'failed' || because === 'behind'
  if (isFailed) {
    const pause = Math.min(watchSeconds * 1000, retryMs)
    await postponeWatchFetch(db, watch.id, new Date(context.clock.now() + pause))
  } else await markWatchFetched(db, watch.id, new Date(now))
  return { merchant: watch.merchant, isFailed, ...(problem === undefined ? {} : { problem }) }
}

/** Returns the networks with a source that are not followed, by number. */
async function networksToFetch(reader: KytReader): Promise<number[]> {
  const now = Math.floor(reader.context.clock.now() / 1000)
  const ids = (await fetchedNetworks(reader.context)).map((network) => networks[network].id)
  const coverages = await Promise.all(ids.map((id) => reader.coverage(id)))
  return ids.filter((_, index) => !isFollowed(coverages[index], now))
}

async function fetchWatched(
  reader: KytReader,
  { merchant, coin, address }: DueWatch,
  watchSeconds: number,
): Promise<NotFetched | undefined> {
  const policy = await reader.policyOf(merchant)
  const { mode, budget } = fetchLimitsOf(reader.context, policy)
  if (mode === 'never') return 'off'
  const opened = openBudget(budget, reader.context.clock)
  // Another merchant's watch or a query may have just read the same history.
  const freshSeconds = Math.floor(watchSeconds / 2)
  return await fetchRisk(reader, { coin, address }, { policy, budget: opened, freshSeconds })
}
