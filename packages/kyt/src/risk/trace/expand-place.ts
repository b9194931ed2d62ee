import type { Movement } from '../../ledger/movement.ts'
import type { BalanceEvent, BalanceHistories } from '../../lookup/balance-history.ts'
import { type Steps, stepsAtOnce } from '../../pace/steps.ts'
import type { ShareOut } from '../taint/part.ts'
import type { Place, TraceRequest } from './frontier.ts'
import { inferOrigin } from './infer-origin.ts'
import type { Path } from './path.ts'
import type { SideBook } from './side-book.ts'

/**
 * A traced value, and the transfer by which it reached an address (for `received`) or left it (for `sent`).
 */
export type Arrival = {
  readonly book: SideBook
  /** The address, in hex. */
  readonly holder: string
  readonly movement: Movement
  readonly value: bigint
  /** Number of hops from the queried address. */
  readonly hops: number
  /** Whether the path includes an origin that was inferred because it is not recorded. */
  readonly inferred: boolean
  readonly path: Path | undefined
  /**
   * The service that passed the funds on, if the counterparty transacted with a service instead of with the
   * holder.
   */
  readonly through?: string
}

/** Traces the values requested at an address through its balance histories. */
export function* expandPlace(
  { book, address, requests }: Place,
  balances: BalanceHistories,
  how: { readonly shareOut: ShareOut; readonly infers: boolean },
): Steps<Arrival[]> {
  const arrivals: Arrival[] = []
  for (const group of groupRequests(requests)) {
    const history = balances.byCoin.get(group.coin)
    const requested = new Map<BalanceEvent, bigint>()
    const paths = new Map<BalanceEvent, { value: bigint; path: Path | undefined }>()
    for (const [index, { tx, position, value, path }] of group.requests.entries()) {
      if (index % stepsAtOnce === 0) yield
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
    const shares = yield* how.shareOut(events, book.direction, requested)
    for (const [index, { event, value, from }] of shares.entries()) {
      if (index % stepsAtOnce === 0) yield
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
    const { parts, unrecorded } = yield* inferOrigin(events, missing)
    book.end('unrecorded', unrecorded)
    for (const { event, value, from } of parts) {
      if (event.movement === undefined) continue
      // Counts inferred value only once, even if several addresses on the path sent more than their recorded
      // inflow.
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
  readonly requests: TraceRequest[]
}

/**
 * Groups requests by hops, coin and inference, so that each group is traced through its balance history in
 * one pass.
 */
function groupRequests(requests: readonly TraceRequest[]): Group[] {
  const groups = new Map<string, Group>()
  for (const request of requests) {
    const { coin, hops, inferred } = request
    const id = `${hops} ${coin} ${inferred}`
    const group = groups.get(id)
    if (group === undefined) groups.set(id, { coin, hops, inferred, requests: [request] })
    else group.requests.push(request)
  }
  return [...groups.values()].sort(
    (a, b) => a.hops - b.hops || a.coin - b.coin || Number(a.inferred) - Number(b.inferred),
  )
}
