import type { AccountState, HistoryPage, PageQuery, Total } from './ledger-store.ts'
import type { Movement } from './movement.ts'

/** Compares movements for a history that is sorted newest first. */
export function newerFirst(one: Movement, other: Movement): number {
  return (
    other.time - one.time ||
    other.block - one.block ||
    compare(other.tx, one.tx) ||
    other.position - one.position
  )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Returns the number of transactions in the window if the window covers the whole history. Returns undefined
 * if the transactions must be counted.
 */
export function countIfWhole(
  total: Total,
  of: { from: number; to: number; kinds: readonly ('in' | 'out')[] },
): number | undefined {
  if (of.from > total.firstSeen || of.to < total.lastSeen) return undefined
  if (of.kinds.includes('in') && of.kinds.includes('out')) return total.txs
  return of.kinds.includes('in') ? total.receivedTxs : of.kinds.includes('out') ? total.spentTxs : 0
}

/**
 * Cuts a page out of a history that is read newest first. Counts the transactions if `total` is undefined.
 */
export class PageCut {
  readonly #of: PageQuery
  readonly #total: number | undefined
  readonly #movements: Movement[] = []
  #transactions: number
  #last: string | undefined

  /** `passed` is the number of transactions that are newer than all movements to be added. */
  constructor(of: PageQuery, total: number | undefined, passed = 0) {
    this.#of = of
    this.#total = total
    this.#transactions = passed
  }

  /**
   * Adds movements that are older than all movements added so far. The movements of a transaction must be
   * adjacent.
   */
  add(movements: readonly Movement[]): void {
    const { kinds, offset, limit } = this.#of
    for (const movement of movements) {
      if (!kinds.some((kind) => kind === movement.kind)) continue
      if (movement.tx !== this.#last) this.#transactions += 1
      this.#last = movement.tx
      if (this.#transactions > offset && this.#transactions <= offset + limit) this.#movements.push(movement)
    }
  }

  /** Whether older movements can no longer change the page. */
  get isDone(): boolean {
    return this.#total !== undefined && this.#transactions > this.#of.offset + this.#of.limit
  }

  get page(): HistoryPage {
    const { offset, limit } = this.#of
    const transactions = Math.max(0, Math.min(this.#transactions, offset + limit) - offset)
    return { movements: this.#movements, transactions, total: this.#total ?? this.#transactions }
  }
}

/** Returns a page for an account whose movements are all in memory. */
export function pageOfWhole(own: AccountState, of: PageQuery): HistoryPage {
  const cut = new PageCut(of, countIfWhole(own, of))
  cut.add(
    own
      .newest()
      .filter(({ time }) => time >= of.from && time <= of.to)
      .sort(newerFirst),
  )
  return cut.page
}
