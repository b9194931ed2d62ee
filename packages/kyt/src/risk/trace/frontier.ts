import type { Path } from './path.ts'
import type { SideBook } from './side-book.ts'

/** Value that is to be followed through an address, from one transfer of it. */
export type Ask = {
  readonly coin: number
  readonly tx: string
  readonly position: number
  readonly value: bigint
  /** How far the address is from the one asked about. */
  readonly hops: number
  /** Somewhere on its way its origin is not recorded, and was inferred. */
  readonly inferred: boolean
  readonly path: Path | undefined
}

export type Place = { readonly book: SideBook; readonly address: string; readonly asks: readonly Ask[] }

type Pending = { readonly book: SideBook; readonly address: string; readonly asks: Ask[]; value: bigint }

/** Addresses that money is to be followed through, the largest share of its side first. */
export type Frontier = {
  push(book: SideBook, address: string, ask: Ask): void
  /** What waits at an address already. */
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
    push(book, address, ask) {
      const place = pending.get(idOf(book, address))
      if (place === undefined) {
        pending.set(idOf(book, address), { book, address, asks: [ask], value: ask.value })
      } else {
        place.asks.push(ask)
        place.value += ask.value
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
