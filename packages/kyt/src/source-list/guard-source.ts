import { isHeadOld } from '../fetch/read-history.ts'
import type { PriceSource } from '../price-sources/price-source.ts'
import type { Asking, HistorySource } from '../sources/histories/history-source.ts'
import { SourceError, type SourceErrorKind } from '../sources/histories/source-error.ts'
import type { SourceProblem } from '../tables.ts'
import { SourceBusy } from './take-turn.ts'

/** Is notified about the requests to a source. */
export type SourceEvents = {
  answered(): Promise<void>
  failed(problem: SourceProblem): Promise<void>
  read(rows: number): void
  /** A request was cancelled. Returns how many milliseconds the source has gone without responding. */
  endPending(): number
  /** Unix seconds. */
  now(): number
}

/** A request without a response after this time counts as a failure even if the caller cancels it. */
const patientMs = 5000

/**
 * Reports the successes and failures of a source, so that a failing source can be backed off. If the source
 * refuses a request or answers it incorrectly, the address may be the cause. Otherwise, one such address
 * would make the source unavailable for all others. Therefore, the newest block is requested as well, and the
 * source counts as failed only if that request fails too. A source whose newest block is too old counts as
 * failed although it answers.
 */
export function guardSource(source: HistorySource, events: SourceEvents): HistorySource {
  const answersHead = async ({ signal }: Asking): Promise<boolean> => {
    const asking = { ...(signal && { signal }), beforeRequest: async () => {} }
    return await source.head(asking).then(
      () => true,
      () => signal?.aborted === true,
    )
  }
  let isBehind = false
  const answered = async () => {
    if (isBehind) await events.failed('behind')
    else await events.answered()
  }
  const attempt = <Value>(asking: Asking, work: () => Promise<Value>) =>
    report({ ...events, answered }, asking, work, () => answersHead(asking))
  return {
    kind: source.kind,
    network: source.network,
    ...(source.newestPerRequest !== undefined && { newestPerRequest: source.newestPerRequest }),
    head: (asking) =>
      attempt(asking, async () => {
        const head = await source.head(asking)
        isBehind = isHeadOld(head.time, events.now())
        return head
      }),
    size: (address, asking) => attempt(asking, () => source.size(address, asking)),
    async *read(query, asking) {
      const pages = source.read(query, asking)[Symbol.asyncIterator]()
      try {
        for (;;) {
          const next = await attempt(asking, async () => await pages.next())
          if (next.done) return
          events.read(next.value.rows)
          yield next.value
        }
      } finally {
        await pages.return?.()
      }
    },
    lacks: () => source.lacks(),
  }
}

/** Reports the successes and failures of a source of prices. */
export function guardPrices(source: PriceSource, events: SourceEvents): PriceSource {
  return {
    name: source.name,
    assetOf: (coin) => source.assetOf(coin),
    async read(asset, days, asking) {
      const prices = await report(events, asking, () => source.read(asset, days, asking))
      events.read(prices.length)
      return prices
    },
  }
}

async function report<Value>(
  events: SourceEvents,
  { signal }: Asking,
  work: () => Promise<Value>,
  /** Returns whether another request shows that the source works. */
  works: () => Promise<boolean> = async () => false,
): Promise<Value> {
  try {
    const value = await work()
    await events.answered()
    return value
  } catch (error) {
    if (signal?.aborted) {
      if (events.endPending() >= patientMs) await events.failed('unavailable')
      throw error
    }
    // A request that the budget or the rate limit did not allow shows nothing about the source.
    if (!(error instanceof SourceError) || error instanceof SourceBusy) throw error
    const found = problems[error.kind]
    if (found !== undefined && !(found.ofAddress && (await works()))) await events.failed(found.problem)
    throw error
  }
}

type Found = { readonly problem: SourceProblem; readonly ofAddress: boolean }

/** Errors that show a problem with the source, and whether only the requested address may have caused them. */
const problems: Readonly<Partial<Record<SourceErrorKind, Found>>> = {
  unreachable: { problem: 'unavailable', ofAddress: false },
  unavailable: { problem: 'unavailable', ofAddress: true },
  limited: { problem: 'limited', ofAddress: false },
  refused: { problem: 'refused', ofAddress: true },
  invalid: { problem: 'invalid', ofAddress: true },
  redirect: { problem: 'invalid', ofAddress: true },
  chain: { problem: 'chain', ofAddress: false },
}
