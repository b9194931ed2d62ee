import { setTimeout as pause } from 'node:timers/promises'
import type { FetchedHistory } from '../ledger/fetched-history.ts'
import { accountId } from '../ledger/ledger-store.ts'
import type { HistorySource } from '../sources/histories/history-source.ts'
import type { FetchContext, HistorySources } from '../sources/histories/history-sources.ts'
import type { OpenBudget } from './open-budget.ts'
import {
  endOf,
  type HistoryTarget,
  isBehind,
  isHeadOld,
  type ReadEnd,
  RetractedMeanwhile,
  readHistory,
} from './read-history.ts'

/**
 * The result of a fetch: the recorded history, or the reason why it could not be read to the end. `budget`:
 * the budget is spent; `failed`: every source failed; `behind`: the sources that answered have no blocks of
 * the last day.
 */
export type Fetched =
  | { readonly history: FetchedHistory }
  | { readonly unread: 'budget' | 'failed' | 'behind'; readonly cause?: unknown }

export type Fetcher = {
  /**
   * Fetches an address's history. Concurrent calls for the same address share a fetch, even across nodes.
   * `most` is the number of transfers above which the address counts as busy.
   */
  fetch(target: HistoryTarget, of: { readonly most: number; readonly budget: OpenBudget }): Promise<Fetched>
}

type SourceEnd = ReadEnd & { readonly isLate: boolean }

/** A request for the newest block of a source, shared by all queries. */
type SharedEnd = { readonly at: number; readonly end: Promise<SourceEnd>; readonly budget: OpenBudget }

/** How long a source's newest block is reused, so that it does not have to be requested for each address. */
const headMs = 30_000
/** Interval at which a node checks whether another node's fetch has ended. */
const pollMs = 100
/** Maximum number of attempts to read a history if blocks are retracted in the meantime. */
const mostAttempts = 3

export function createFetcher(context: FetchContext, histories: HistorySources): Fetcher {
  const running = new Map<string, Promise<Fetched>>()
  // Two sources of the same kind can have different newest blocks.
  const heads = new WeakMap<HistorySource, SharedEnd>()

  const endAt = async (source: HistorySource, budget: OpenBudget): Promise<SourceEnd> => {
    for (;;) {
      const known = heads.get(source)
      const now = context.clock.now()
      if (known === undefined || now - known.at >= headMs) {
        const end = source.head(budget.asking).then((head) => ({
          ...endOf(source.network, head),
          isLate: isHeadOld(head.time, Math.floor(now / 1000)),
        }))
        const own = { at: now, end, budget }
        heads.set(source, own)
        // A failed request must not be reused.
        end.catch(() => heads.get(source) === own && heads.delete(source))
        return await end
      }
      try {
        return await known.end
      } catch (error) {
        // The query that sent the request ended. This says nothing about the source.
        if (!isEnded(known.budget)) throw error
      }
    }
  }

  const fromSources = async (
    target: HistoryTarget,
    of: { readonly most: number; readonly budget: OpenBudget },
  ): Promise<Fetched> => {
    let cause: unknown
    let unread: 'failed' | 'behind' = 'failed'
    const sources = [...(await histories.of(target.network))]
    const late = new Set<HistorySource>()
    for (let source = sources.shift(); source !== undefined; source = sources.shift()) {
      for (let attempt = 1; attempt <= mostAttempts; attempt++) {
        try {
          const end = await endAt(source, of.budget)
          if (isBehind(end.time, Math.floor(context.clock.now() / 1000))) {
            unread = 'behind'
            break
          }
          if (end.isLate && !late.has(source)) {
            // A source that is behind is used only if no other one answers.
            late.add(source)
            sources.push(source)
            break
          }
          return { history: await readHistory(context, source, target, { ...of, end }) }
        } catch (error) {
          if (isEnded(of.budget)) return { unread: 'budget' }
          cause = error
          if (!(error instanceof RetractedMeanwhile)) break
        }
      }
    }
    return { unread, ...(cause === undefined ? {} : { cause }) }
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
        // Another node may have read the history while this one was waiting.
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
        if (found.unread !== 'budget') return found
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

/** Whether a query may send no more requests. */
const isEnded = ({ isSpent, asking }: OpenBudget) => isSpent() || asking.signal?.aborted === true
