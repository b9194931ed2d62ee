import type { Movement } from '../ledger/movement.ts'
import { runAtOnce, type Steps, sortInSteps, stepsAtOnce } from '../pace/steps.ts'

/** Funds that an address received or spent in one coin. */
export type BalanceEvent = {
  readonly kind: 'in' | 'out'
  readonly amount: bigint
  /** The balance including `amount`: just after it is received, or just before it is spent. */
  readonly pool: bigint
  /**
   * `undefined` for events that are not in the ledger: the receipt of funds without a recorded origin, and
   * the balance that remains at the end.
   */
  readonly movement: Movement | undefined
}

/** An address's balance in one coin, event by event. */
export type BalanceHistory = {
  readonly coin: number
  readonly events: readonly BalanceEvent[]
  /**
   * Finds the event that corresponds to a transfer. The sender's and the receiver's movements have the same
   * transaction and position in the ledger.
   */
  readonly find: (kind: 'in' | 'out', tx: string, position: number) => BalanceEvent | undefined
}

/** An address's balance histories. */
export type BalanceHistories = {
  /** One history per coin that the address has held. */
  readonly byCoin: ReadonlyMap<number, BalanceHistory>
  /** The events in each transaction in which the address exchanged one coin for another. */
  readonly swaps: ReadonlyMap<string, readonly BalanceEvent[]>
}

/**
 * Builds an address's balance histories from its movements, sorted into the order in which they are applied
 * to the balance. The ledger does not record the order of transfers within a block. Within a block, incoming
 * transfers come first, because funds must be received before they are spent. In a swap, the outgoing transfer
 * comes first, because the address receives the other coin in return for it.
 *
 * `opening` contains each coin's balance before the first movement, if older movements were not read.
 */
export function* balanceHistoriesInSteps(
  movements: readonly Movement[],
  opening: ReadonlyMap<number, bigint> = new Map(),
): Steps<BalanceHistories> {
  const swaps = findSwaps(movements)
  yield
  const byCoin = new Map<number, Movement[]>()
  for (const [index, movement] of movements.entries()) {
    if (index % stepsAtOnce === 0) yield
    // Transfers and fees with an amount of zero do not change the balance.
    if (movement.amount === 0n) continue
    const coin = byCoin.get(movement.coin)
    if (coin === undefined) byCoin.set(movement.coin, [movement])
    else coin.push(movement)
  }
  const balances = new Map<number, BalanceHistory>()
  const events = new Map<string, BalanceEvent[]>([...swaps].map((tx) => [tx, []]))
  for (const [coin, list] of [...byCoin].sort(([a], [b]) => a - b)) {
    const sorted = yield* sortMovements(list, swaps)
    const history = yield* buildBalanceHistory(coin, sorted, opening.get(coin) ?? 0n)
    balances.set(coin, history)
    for (const [index, event] of swaps.size === 0 ? [] : history.events.entries()) {
      if (index % stepsAtOnce === 0) yield
      if (event.movement !== undefined) events.get(event.movement.tx)?.push(event)
    }
  }
  return { byCoin: balances, swaps: events }
}

/** Builds an address's balance histories without pauses. */
export function buildBalanceHistories(
  movements: readonly Movement[],
  opening?: ReadonlyMap<number, bigint>,
): BalanceHistories {
  return runAtOnce(balanceHistoriesInSteps(movements, opening))
}

/** Returns the transactions in which the address exchanged one coin for another. */
function findSwaps(movements: readonly Movement[]): ReadonlySet<string> {
  const given = new Map<string, Set<number>>()
  for (const { kind, tx, coin } of movements) {
    if (kind !== 'out') continue
    const coins = given.get(tx)
    if (coins === undefined) given.set(tx, new Set([coin]))
    else coins.add(coin)
  }
  const swaps = new Set<string>()
  for (const { kind, tx, coin } of movements) {
    if (kind !== 'in') continue
    const coins = given.get(tx)
    if (coins !== undefined && (coins.size > 1 || !coins.has(coin))) swaps.add(tx)
  }
  return swaps
}

function* sortMovements(movements: readonly Movement[], swaps: ReadonlySet<string>): Steps<Movement[]> {
  const turn = ({ kind, tx }: Movement) =>
    kind === 'in' ? (swaps.has(tx) ? 2 : 0) : kind === 'out' && swaps.has(tx) ? 1 : 3
  const sorted = yield* sortInSteps(
    movements.map((movement) => ({ movement, turn: turn(movement) })),
    (a, b) =>
      a.movement.time - b.movement.time ||
      a.movement.block - b.movement.block ||
      a.turn - b.turn ||
      compareText(a.movement.tx, b.movement.tx) ||
      a.movement.position - b.movement.position ||
      compareText(a.movement.kind, b.movement.kind),
  )
  return sorted.map(({ movement }) => movement)
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function* buildBalanceHistory(
  coin: number,
  movements: readonly Movement[],
  opening: bigint,
): Steps<BalanceHistory> {
  const events: BalanceEvent[] = []
  const found = new Map<string, BalanceEvent>()
  let balance = 0n
  const receive = (amount: bigint, movement: Movement | undefined) => {
    balance += amount
    return add({ kind: 'in', amount, pool: balance, movement })
  }
  const spend = (amount: bigint, movement: Movement | undefined) => {
    const event = add({ kind: 'out', amount, pool: balance, movement })
    balance -= amount
    return event
  }
  const add = (event: BalanceEvent) => {
    events.push(event)
    return event
  }
  if (opening > 0n) receive(opening, undefined)
  for (const [index, movement] of movements.entries()) {
    if (index % stepsAtOnce === 0) yield
    if (movement.kind === 'in') {
      found.set(keyOf('in', movement.tx, movement.position), receive(movement.amount, movement))
      continue
    }
    // The address spent more than it is recorded to have received, because the ledger's data starts after the
    // address was first used.
    if (movement.amount > balance) receive(movement.amount - balance, undefined)
    const event = spend(movement.amount, movement)
    if (movement.kind === 'out') found.set(keyOf('out', movement.tx, movement.position), event)
  }
  if (balance > 0n) spend(balance, undefined)
  return { coin, events, find: (kind, tx, position) => found.get(keyOf(kind, tx, position)) }
}

const keyOf = (kind: string, tx: string, position: number) => `${kind} ${tx} ${position}`
