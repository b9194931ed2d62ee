import type { Movement } from '../../ledger/movement.ts'
import type { PurseEvent, Purses } from '../../lookup/balance-history.ts'
import type { ShareOut } from '../taint/part.ts'
import type { Ask, Place } from './frontier.ts'
import { inferOrigin } from './infer-origin.ts'
import type { SideBook } from './side-book.ts'
import type { Way } from './way.ts'

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
  readonly way: Way | undefined
  /** The service between the two, where the movement is not with the holder itself but with who paid the service. */
  readonly through?: string
}

/** Follows what is asked of an address through its purses. */
export function expandPlace(
  { book, address, asks }: Place,
  purses: Purses,
  how: { readonly shareOut: ShareOut; readonly infers: boolean },
): Arrival[] {
  const arrivals: Arrival[] = []
  for (const group of groupAsks(asks)) {
    const purse = purses.byCoin.get(group.coin)
    const asked = new Map<PurseEvent, bigint>()
    const ways = new Map<PurseEvent, { value: bigint; way: Way | undefined }>()
    for (const { tx, position, value, way } of group.asks) {
      const event = purse?.find(book.direction === 'received' ? 'out' : 'in', tx, position)
      if (event === undefined) {
        book.end('unrecorded', value)
        continue
      }
      asked.set(event, (asked.get(event) ?? 0n) + value)
      if (value > (ways.get(event)?.value ?? 0n)) ways.set(event, { value, way })
    }
    const events = purse?.events ?? []
    const { hops } = group
    const short = new Map<PurseEvent, { value: bigint; way: Way | undefined }>()
    for (const { event, value, from } of how.shareOut(events, book.direction, asked)) {
      const { movement } = event
      const way = ways.get(from)?.way
      if (movement === undefined) {
        if (book.direction === 'received') short.set(event, { value, way })
        else book.end('held', value)
      } else if (movement.kind === 'fee') book.end('fees', value)
      else arrivals.push({ book, holder: address, movement, value, hops, inferred: group.inferred, way })
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
      const way = short.get(from)?.way
      arrivals.push({ book, holder: address, movement: event.movement, value, hops, inferred: true, way })
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
