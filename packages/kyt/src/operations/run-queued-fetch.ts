import type { NotFetched } from '@touchstone/contract'
import { ServiceError } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { fetchLimitsOf } from '../fetch/fetch-plan.ts'
import { claimFetch, deleteFetch, postponeFetch, type QueuedFetch } from '../fetch/fetch-queue-store.ts'
import { openBudget } from '../fetch/open-budget.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { fetchRisk } from './get-risk-score.ts'

/** How long a claim is valid beyond the time that the budget allows. */
const claimMarginMs = 60_000
/** Pauses before further attempts if no source answers, or all are behind. */
const retryWaits = [60_000, 300_000, 1_800_000]

/**
 * Fetches the histories that one queued query is missing, if any query is due. The entry stays in the queue
 * until the fetch has ended, so that another node continues if this one dies. Merchants take turns: the query
 * belongs to the first merchant after `after`. Returns the merchant of the query, if there was one, and the
 * error if its histories could not be fetched.
 */
export async function runQueuedFetch(
  reader: KytReader,
  after = '',
): Promise<{ readonly merchant?: string; readonly problem?: unknown }> {
  const { context } = reader
  if (reader.fetcher === undefined) return {}
  const db = journalOf(context)
  const now = context.clock.now()
  const { budget } = fetchLimitsOf(context)
  const until = new Date(now + budget.seconds * 1000 + claimMarginMs)
  const queued = await claimFetch(db, { now: new Date(now), until, after })
  if (queued === undefined) return {}
  let because: NotFetched | undefined
  let problem: unknown
  try {
    because = await fetchQueued(reader, queued)
  } catch (error) {
    problem = error
    because = error instanceof ServiceError && !error.retryable ? undefined : 'failed'
  }
  const wait = because === 'failed' || because === 'behind' ? retryWaits[queued.tries] : undefined
  if (wait === undefined) await deleteFetch(db, queued)
  else await postponeFetch(db, { ...queued, dueAt: new Date(context.clock.now() + wait) })
  return { merchant: queued.merchant, ...(problem === undefined ? {} : { problem }) }
}

async function fetchQueued(reader: KytReader, queued: QueuedFetch): Promise<NotFetched | undefined> {
  const { merchant, coin, address } = queued
  const policy = await reader.policyOf(merchant)
  const { mode, budget } = fetchLimitsOf(reader.context, policy)
  // The merchant or the operator may have turned fetching off since the query.
  if (mode === 'never') return 'off'
  const opened = openBudget(budget, reader.context.clock)
  return await fetchRisk(reader, { coin, address }, { policy, budget: opened })
}
