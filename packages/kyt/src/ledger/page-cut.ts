import type { AccountState, HistoryPage, PageOf, Total } from './ledger-store.ts'
import type { Movement } from './movement.ts'

/** The order of a history: newest first. */
export function newerFirst(one: Movement, other: Movement): number {
  return (
    other.time - one.time ||
    other.block - one.block ||
    compare(other.tx, one.tx) ||
    other.position - one.position
  )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** How many transactions a window has that reaches over everything; of another one they must be counted. */
export function countOfWhole(
  total: Total,
  of: { from: number; to: number; kinds: readonly ('in' | 'out')[] },
): number | undefined {
  if (of.from > total.firstSeen || of.to < total.lastSeen) return undefined
  if (of.kinds.includes('in') && of.kinds.includes('out')) return total.txs
  return of.kinds.includes('in') ? total.receivedTxs : of.kinds.includes('out') ? total.spentTxs : 0
}

/** A page of a history that is read newest first. How many transactions there are is counted where nobody knows it. */
export class PageCut {
  readonly #of: PageOf
  readonly #total: number | undefined
  readonly #movements: Movement[] = []
  #transactions: number
  #last: string | undefined

  /** `passed`: how many transactions are newer than all that will be added. */
  constructor(of: PageOf, total: number | undefined, passed = 0) {
    this.#of = of
    this.#total = total
    this.#transactions = passed
  }

  /** Takes movements that are older than all before. Movements of one transaction come together: they have one time. */
  add(movements: readonly Movement[]): void {
    const { kinds, offset, limit } = this.#of
    for (const movement of movements) {
      if (!kinds.some((kind) => kind === movement.kind)) continue
      if (movement.tx !== this.#last) this.#transactions += 1
      this.#last = movement.tx
      if (this.#transactions > offset && this.#transactions <= offset + limit) this.#movements.push(movement)
    }
  }

  /** Whether nothing that is older could change the page. */
  get isDone(): boolean {
    return this.#total !== undefined && this.#transactions > this.#of.offset + this.#of.limit
  }

  get page(): HistoryPage {
    const { offset, limit } = this.#of
    const transactions = Math.max(0, Math.min(this.#transactions, offset + limit) - offset)
    return { movements: this.#movements, transactions, total: this.#total ?? this.#transactions }
  }
}

/** A page of an account whose movements are all there. */
export function pageOfWhole(own: AccountState, of: PageOf): HistoryPage {
  const cut = new PageCut(of, countOfWhole(own, of))
  cut.add(
    own
      .newest()
      .filter(({ time }) => time >= of.from && time <= of.to)
      .sort(newerFirst),
  )
  return cut.page
}
