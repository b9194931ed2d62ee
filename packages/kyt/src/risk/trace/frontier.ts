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
  /** Whether the path includes an origin that was inferred because it is not recorded. */
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
  /** Position in the heap. */
  at: number
}

/**
 * The addresses that remain to be traced, sorted by the pending value as a share of the side's total value,
 * largest first.
 */
export type Frontier = {
  push(book: SideBook, address: string, request: TraceRequest): void
  /** The value pending at an address. */
  waiting(book: SideBook, address: string): bigint
  /** Removes the places with the largest shares, largest first. */
  take(most: number): Place[]
  /** Removes all places, in no particular order. */
  rest(): Place[]
}

export function createFrontier(): Frontier {
  const pending = new Map<string, Pending>()
  /** A binary heap, because sorting all addresses for every round would take longer than the trace itself. */
  const heap: Pending[] = []
  const idOf = (book: SideBook, address: string) => `${book.direction} ${address}`

  const put = (place: Pending, at: number) => {
    heap[at] = place
    place.at = at
  }
  const rise = (place: Pending, from: number) => {
    let at = from
    while (at > 0) {
      const parent = heap[(at - 1) >> 1]
      if (parent === undefined || byShare(parent, place) <= 0) break
      put(parent, at)
      at = (at - 1) >> 1
    }
    put(place, at)
  }
  const sink = (place: Pending) => {
    let at = 0
    for (;;) {
      const left = heap[2 * at + 1]
      const right = heap[2 * at + 2]
      if (left === undefined) break
      const child = right !== undefined && byShare(right, left) < 0 ? right : left
      if (byShare(place, child) <= 0) break
      const next = child.at
      put(child, at)
      at = next
    }
    put(place, at)
  }
  const takeFirst = (): Pending | undefined => {
    const [first] = heap
    const last = heap.pop()
    if (first === undefined || last === undefined) return undefined
    if (last !== first) sink(last)
    pending.delete(idOf(first.book, first.address))
    return first
  }

  return {
    push(book, address, request) {
      const place = pending.get(idOf(book, address))
      if (place === undefined) {
        const added = { book, address, requests: [request], value: request.value, at: heap.length }
        pending.set(idOf(book, address), added)
        rise(added, heap.length)
      } else {
        place.requests.push(request)
        place.value += request.value
        rise(place, place.at)
      }
    },
    waiting: (book, address) => pending.get(idOf(book, address))?.value ?? 0n,
    take(most) {
      const places: Place[] = []
      while (places.length < most) {
        const place = takeFirst()
        if (place === undefined) break
        places.push(place)
      }
      return places
    },
    rest() {
      const places = heap.splice(0)
      pending.clear()
      return places
    },
  }
}

function byShare(a: Pending, b: Pending): number {
  const left = a.value * b.book.whole
  const right = b.value * a.book.whole
  if (left !== right) return left > right ? -1 : 1
  if (a.address !== b.address) return a.address < b.address ? -1 : 1
  return a.book.direction < b.book.direction ? -1 : 1
}
