import { setTimeout as pause } from 'node:timers/promises'
import type { Network } from '../addresses/networks.ts'
import type { FetchedHistory } from '../ledger/fetched-history.ts'
import { accountId } from '../ledger/ledger-store.ts'
import type { HistorySource } from '../sources/histories/history-source.ts'
import type { FetchContext, HistorySources } from '../sources/histories/history-sources.ts'
import { FetchBudgetSpent, type OpenBudget } from './open-budget.ts'
import { endOf, type HistoryTarget, type ReadEnd, RetractedMeanwhile, readHistory } from './read-history.ts'

/**
 * The result of a fetch: the recorded history, or why it could not be read to its end. `budget`: the budget is
 * spent; `failed`: every source failed.
 */
export type Fetched =
  | { readonly history: FetchedHistory }
  | { readonly unread: 'budget' | 'failed'; readonly cause?: unknown }

export type Fetcher = {
  /**
   * Fetches an address's history. Concurrent calls for the same address share a fetch, also across nodes.
   * `most` is the number of transfers above which the address counts as busy.
   */
  fetch(target: HistoryTarget, of: { readonly most: number; readonly budget: OpenBudget }): Promise<Fetched>
}

/** How long the newest block of a source is reused, so that it does not have to be requested per address. */
const headMs = 30_000
/** Interval at which a node checks whether another node's fetch has ended. */
const pollMs = 100
/** Attempts to read a history if blocks are retracted meanwhile. */
const mostAttempts = 3

export function createFetcher(context: FetchContext, histories: HistorySources): Fetcher {
  const running = new Map<string, Promise<Fetched>>()
  const heads = new Map<string, { readonly at: number; readonly end: Promise<ReadEnd> }>()

  const endAt = async (network: Network, source: HistorySource, budget: OpenBudget) => {
    const id = `${network} ${source.kind}`
    const known = heads.get(id)
    const now = context.clock.now()
    if (known !== undefined && now - known.at < headMs) return await known.end
    const end = source.head(budget.asking).then((head) => endOf(network, head))
    heads.set(id, { at: now, end })
    // A failed request must not be reused.
    end.catch(() => heads.delete(id))
    return await end
  }

  const fromSources = async (
    target: HistoryTarget,
    of: { readonly most: number; readonly budget: OpenBudget },
  ): Promise<Fetched> => {
    let cause: unknown
    for (const source of await histories.of(target.network)) {
      for (let attempt = 1; attempt <= mostAttempts; attempt++) {
        try {
          const end = await endAt(target.network, source, of.budget)
          return { history: await readHistory(context, source, target, { ...of, end }) }
        } catch (error) {
          if (of.budget.isSpent() || of.budget.asking.signal?.aborted) return { unread: 'budget' }
          // The request for the newest block was shared with a query whose budget was spent.
          if (error instanceof FetchBudgetSpent) continue
          cause = error
          if (!(error instanceof RetractedMeanwhile)) break
        }
      }
    }
    return { unread: 'failed', ...(cause === undefined ? {} : { cause }) }
  }

  const claimAndRead = async (
    target: HistoryTarget,
    of: { readonly most: number; readonly budget: OpenBudget },
  ): Promise<Fetched> => {
    const id = accountId(target.key)
    const asked = Math.floor(context.clock.now() / 1000)
    for (;;) {
      const release = await context.database.claim(`kyt-history:${id}`)
      if (release === undefined) {
        if (of.budget.isSpent()) return { unread: 'budget' }
        await pause(pollMs)
        continue
      }
      try {
        // Another node may have read the history while this one waited.
        const history = (await context.ledger.fetched([target.key])).found.get(id)?.[0]
        if (history?.state === 'whole' && history.readAt >= asked) return { history }
        return await fromSources(target, of)
      } finally {
        await release()
      }
    }
  }

  return {
    async fetch(target, of) {
      const id = accountId(target.key)
      for (;;) {
        const shared = running.get(id)
        if (shared === undefined) break
        const found = await shared
        // The other caller's budget may have been smaller.
        if (!('unread' in found) || of.budget.isSpent()) return found
        if (found.unread === 'failed') return found
      }
      const fetching = claimAndRead(target, of)
      running.set(id, fetching)
      try {
        return await fetching
      } finally {
        running.delete(id)
      }
    },
  }
}
