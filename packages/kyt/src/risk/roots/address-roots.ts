import type { AccountKey, LedgerReads, Total } from '../../ledger/ledger-store.ts'
import type { Movement } from '../../ledger/movement.ts'
import { type BalanceHistories, balanceHistoriesInSteps } from '../../lookup/balance-history.ts'
import type { KnownAs } from '../../lookup/known-as.ts'
import type { KnownEdge } from '../../lookup/kyt-reader.ts'
import type { Account } from '../../lookup/resolve-account.ts'
import { runPaced } from '../../pace/steps.ts'
import type { Direction } from '../../policy/risk-policy.ts'
import type { Older } from '../trace/older.ts'
import { noRoots, type RootSide, type Roots } from '../trace/roots.ts'
import { isPooled } from '../trace/side-book.ts'
import type { Valuation } from '../valuation.ts'
import type { Reading } from './reading.ts'

/**
 * Returns an address's newest movements, up to `most` per coin. The same data always gives the same
 * selection.
 */
async function newestOf(
  ledger: Pick<LedgerReads, 'newest'>,
  key: AccountKey,
  of: { readonly coins: readonly number[]; readonly most: number },
): Promise<Movement[]> {
  const found = await Promise.all(
    of.coins.map((coin) => ledger.newest({ key, coin, from: 0, to: endOfTime }, of.most)),
  )
  return found.flatMap((movements) =>
    movements
      .filter(({ counterparty }) => counterparty !== key.address)
      .sort(descending)
      .slice(0, of.most),
  )
}

const endOfTime = 2 ** 32 - 1

function descending(one: Movement, other: Movement): number {
  return (
    other.time - one.time ||
    other.block - one.block ||
    compare(other.tx, one.tx) ||
    other.position - one.position ||
    compare(other.kind, one.kind)
  )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Reads everything that an address received and sent, in every coin on its network. */
export async function readRoots(reading: Reading, { key }: Account): Promise<Roots> {
  const { reader, policy, valuation, own, pace } = reading
  const totals = await reader.totals(key)
  const isKnown = totals.length > 0
  // The origin of pooled funds is not traced.
  if (!isKnown || isPooled(own)) {
    const nothing = { balances: new Map(), known: new Map() }
    return { received: noRoots, sent: noRoots, self: key.address, isKnown, shortfall: 0n, ...nothing }
  }
  const most = policy.budget.transfers_of_one
  const transfers = totals.reduce((sum, row) => sum + row.receivedTransfers + row.spentTransfers, 0)
  const [edges, whole] = await Promise.all([
    reader.edges(key),
    transfers > most ? undefined : reader.balances(key, most, pace),
    valuation.prepare(totals.map((row) => row.coin)),
  ])
  const balances = whole ?? (await readNewest(reading, key, totals, most))
  const labelled = new Map(edges.map((edge) => [edge.counterparty, edge.known]))
  const known = new Map<string, KnownAs | undefined>()
  // The edges include every labelled counterparty, so a counterparty without an edge has no label.
  for (const { counterparty } of movementsOf(balances)) known.set(counterparty, labelled.get(counterparty))
  const sideOf = (direction: Direction): RootSide => ({
    arrivals: arrivalsOf(key.address, balances, direction, valuation),
    older: whole === undefined ? olderThan(balances, { direction, totals, edges, valuation }) : [],
  })
  return {
    received: sideOf('received'),
    sent: sideOf('sent'),
    self: key.address,
    isKnown,
    // The opening balance of the newest transfers is not a shortfall, because older transfers explain it.
    shortfall: whole === undefined ? 0n : shortfallOf(whole, valuation),
    balances: new Map([[key.address, balances]]),
    known,
  }
}

/** The transfers at which tracing begins on one side, each with its full value. */
export function arrivalsOf(
  holder: string,
  balances: BalanceHistories,
  direction: Direction,
  valuation: Valuation,
): RootSide['arrivals'] {
  const kind = direction === 'received' ? 'in' : 'out'
  return movementsOf(balances)
    .filter((movement) => movement.kind === kind)
    .map((movement) => {
      const value = valuation.worth(movement.coin, movement.amount, movement.time)
      return { holder, movement, value, hops: 0, inferred: false, path: undefined }
    })
}

/** Returns the value sent beyond the recorded balances, using the prices on the days on which it was sent. */
export function shortfallOf(balances: BalanceHistories, valuation: Valuation): bigint {
  let sum = 0n
  for (const { coin, events } of balances.byCoin.values()) {
    for (const [index, { kind, movement, amount }] of events.entries()) {
      // A receipt without a movement covers the next event, which is the transfer that exceeds the balance.
      const time = events[index + 1]?.movement?.time
      if (kind === 'in' && movement === undefined && time !== undefined)
        sum += valuation.worth(coin, amount, time)
    }
  }
  return sum
}

function movementsOf(balances: BalanceHistories): Movement[] {
  return [...balances.byCoin.values()].flatMap(({ events }) =>
    events.flatMap(({ movement }) => movement ?? []),
  )
}

/** Reads a busy address's newest movements. The balance before these movements is the opening balance. */
async function readNewest(
  { reader, pace }: Reading,
  account: Account['key'],
  totals: readonly Total[],
  most: number,
): Promise<BalanceHistories> {
  const coins = totals.map((row) => row.coin)
  const each = Math.max(1, Math.floor(most / coins.length))
  const movements = await pace.reading(newestOf(reader.ledger, account, { coins, most: each }))
  const opening = new Map<number, bigint>()
  for (const { coin, received, spent, fees } of totals) {
    const change = sum(movements, (one) =>
      one.coin !== coin ? 0n : one.kind === 'in' ? one.amount : -one.amount,
    )
    opening.set(coin, received - spent - fees - change)
  }
  return await runPaced(balanceHistoriesInSteps(movements, opening), pace)
}

/**
 * Sums up the transfers that are older than the movements that were read. Returns an exact sum for each
 * labelled counterparty, taken from the edges, and one sum for all other counterparties. The dates of the
 * older transfers are unknown, so these transfers are valued at the date of the oldest movement that was
 * read.
 */
function olderThan(
  balances: BalanceHistories,
  of: {
    direction: Direction
    totals: readonly Total[]
    edges: readonly KnownEdge[]
    valuation: Valuation
  },
): Older[] {
  const { direction, totals, edges, valuation } = of
  const kind = direction === 'received' ? 'in' : 'out'
  const older: Older[] = []
  for (const total of totals) {
    const { coin } = total
    const movements = (balances.byCoin.get(coin)?.events ?? []).flatMap(({ movement }) => movement ?? [])
    const time = movements[0]?.time ?? total.firstSeen
    const pathTo = (address: string) => ({
      step: { address, tx: '', coin, time, through: '', swap: false },
      before: undefined,
    })
    const read = new Map<string, bigint>()
    let rest = kind === 'in' ? total.received : total.spent
    for (const { kind: movementKind, counterparty, amount } of movements) {
      if (movementKind !== kind) continue
      rest -= amount
      read.set(counterparty, (read.get(counterparty) ?? 0n) + amount)
    }
    for (const edge of edges) {
      if (edge.coin !== coin) continue
      const { counterparty: address, known } = edge
      const seen = read.get(address) ?? 0n
      const amount = (kind === 'in' ? edge.received : edge.spent) - seen
      if (amount <= 0n) continue
      rest -= amount
      older.push({ address, known, value: valuation.worth(coin, amount, time), path: pathTo(address) })
    }
    if (rest > 0n) {
      older.push({
        address: '',
        known: undefined,
        value: valuation.worth(coin, rest, time),
        path: pathTo(''),
      })
    }
  }
  return older
}

function sum(movements: readonly Movement[], of: (movement: Movement) => bigint): bigint {
  return movements.reduce((total, movement) => total + of(movement), 0n)
}
