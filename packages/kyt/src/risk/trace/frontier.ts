import type { Path } from './path.ts'
import type { SideBook } from './side-book.ts'

/** A value to trace through an address, starting at one of its transfers. */
export type TraceRequest = {
  readonly coin: number
  readonly tx: string
  readonly position: number
  readonly value: bigint
  /** Number of hops from the queried address. */
  readonly hops: number
  /** Whether an unrecorded origin on the path was inferred. */
  readonly inferred: boolean
  readonly path: Path | undefined
}

export type Place = {
  readonly book: SideBook
  readonly address: string
  readonly requests: readonly TraceRequest[]
}

type Pending = {
  readonly book: SideBook
  readonly address: string
  readonly requests: TraceRequest[]
  value: bigint
}

/**
 * The addresses that remain to be traced, sorted by the pending value as a share of the side's total value,
 * largest first.
 */
export type Frontier = {
  push(book: SideBook, address: string, request: TraceRequest): void
  /** The value pending at an address. */
  waiting(book: SideBook, address: string): bigint
  take(most: number): Place[]
  rest(): Place[]
}

export function createFrontier(): Frontier {
  const pending = new Map<string, Pending>()
  const idOf = (book: SideBook, address: string) => `${book.direction} ${address}`
  const take = (most: number) => {
    const places = [...pending.values()].sort(byShare).slice(0, most)
    for (const { book, address } of places) pending.delete(idOf(book, address))
    return places
  }
  return {
    push(book, address, request) {
      const place = pending.get(idOf(book, address))
      if (place === undefined) {
        pending.set(idOf(book, address), { book, address, requests: [request], value: request.value })
      } else {
        place.requests.push(request)
        place.value += request.value
      }
    },
    waiting: (book, address) => pending.get(idOf(book, address))?.value ?? 0n,
    take,
    rest: () => take(pending.size),
  }
}

function byShare(a: Pending, b: Pending): number {
  const left = a.value * b.book.whole
  const right = b.value * a.book.whole
  if (left !== right) return left > right ? -1 : 1
  if (a.address !== b.address) return a.address < b.address ? -1 : 1
  return a.book.direction < b.book.direction ? -1 : 1
}
