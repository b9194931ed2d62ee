import type { Movement } from '../../ledger/movement.ts'
import type { BalanceEvent, BalanceHistories } from '../../lookup/balance-history.ts'
import type { ShareOut } from '../taint/part.ts'
import type { Ask, Place } from './frontier.ts'
import { inferOrigin } from './infer-origin.ts'
import type { Path } from './path.ts'
import type { SideBook } from './side-book.ts'

/** Value at the transfer by which it came to an address (`received`) or left it (`sent`). */
export type Arrival = {
  readonly book: SideBook
  /** The address, in hex. */
  readonly holder: string
  readonly movement: Movement
  readonly value: bigint
  /** How far the address is from the one asked about. */
  readonly hops: number
  /** Somewhere on its way its origin is not recorded, and was inferred. */
  readonly inferred: boolean
  readonly path: Path | undefined
  /** The service between the two, where the movement is not with the holder itself but with who paid the service. */
  readonly through?: string
}

/** Follows what is asked of an address through its purses. */
export function expandPlace(
  { book, address, asks }: Place,
  balances: BalanceHistories,
  how: { readonly shareOut: ShareOut; readonly infers: boolean },
): Arrival[] {
  const arrivals: Arrival[] = []
  for (const group of groupAsks(asks)) {
    const history = balances.byCoin.get(group.coin)
    const requested = new Map<BalanceEvent, bigint>()
    const paths = new Map<BalanceEvent, { value: bigint; path: Path | undefined }>()
    for (const { tx, position, value, path } of group.asks) {
      const event = history?.find(book.direction === 'received' ? 'out' : 'in', tx, position)
      if (event === undefined) {
        book.end('unrecorded', value)
        continue
      }
      requested.set(event, (requested.get(event) ?? 0n) + value)
      if (value > (paths.get(event)?.value ?? 0n)) paths.set(event, { value, path })
    }
    const events = history?.events ?? []
    const { hops } = group
    const short = new Map<BalanceEvent, { value: bigint; path: Path | undefined }>()
    for (const { event, value, from } of how.shareOut(events, book.direction, requested)) {
      const { movement } = event
      const path = paths.get(from)?.path
      if (movement === undefined) {
        if (book.direction === 'received') short.set(event, { value, path })
        else book.end('held', value)
      } else if (movement.kind === 'fee') book.end('fees', value)
      else arrivals.push({ book, holder: address, movement, value, hops, inferred: group.inferred, path })
    }
    const missing = new Map([...short].map(([event, { value }]) => [event, value]))
    if (!how.infers) {
      for (const value of missing.values()) book.end('unrecorded', value)
      continue
    }
    const { parts, unrecorded } = inferOrigin(events, missing)
    book.end('unrecorded', unrecorded)
    for (const { event, value, from } of parts) {
      if (event.movement === undefined) continue
      // What was inferred before is inferred once, however many purses are short.
      if (!group.inferred) book.infer(value)
      const path = short.get(from)?.path
      arrivals.push({ book, holder: address, movement: event.movement, value, hops, inferred: true, path })
    }
  }
  return arrivals
}

type Group = {
  readonly coin: number
  readonly hops: number
  readonly inferred: boolean
  readonly asks: Ask[]
}

/** What is asked over the same number of hops of the same coin goes through its purse together. */
function groupAsks(asks: readonly Ask[]): Group[] {
  const groups = new Map<string, Group>()
  for (const ask of asks) {
    const { coin, hops, inferred } = ask
    const id = `${hops} ${coin} ${inferred}`
    const group = groups.get(id)
    if (group === undefined) groups.set(id, { coin, hops, inferred, asks: [ask] })
    else group.asks.push(ask)
  }
  return [...groups.values()].sort(
    (a, b) => a.hops - b.hops || a.coin - b.coin || Number(a.inferred) - Number(b.inferred),
  )
}
