import type { Movement } from '../../ledger/movement.ts'
import type { KnownAs } from '../../lookup/known-as.ts'
import { smaller } from '../../lookup/numbers.ts'
import type { Pace } from '../../pace/pacer.ts'
import { type Steps, sortInSteps, stepsAtOnce } from '../../pace/steps.ts'
import type { RiskPolicy, RiskyClass } from '../../policy/risk-policy.ts'
import { riskyClasses } from '../../policy/risk-policy.ts'
import type { Arrival } from './expand-place.ts'
import type { Older } from './older.ts'
import type { Path } from './path.ts'
import type { Side } from './side.ts'
import { openSideBook, riskyClassOf, takeOlder } from './side-book.ts'
import type { Seen } from './trace.ts'

type Roots = { readonly arrivals: readonly Arrival[]; readonly older: readonly Older[] }
type How = { readonly seen: Seen; readonly policy: RiskPolicy; readonly pace: Pace }

/** How a balance became tainted: the address from which the taint came, the number of hops, and the time. */
type TaintCause = {
  readonly since: number
  readonly hops: number
  readonly address: string
  readonly known: KnownAs
  readonly path: Path
}

/**
 * Determines the taint on one side by the poison method, in which taint is not a share of a value. Goes
 * through all balances again in chronological order and records when the first tainted funds arrived. Every
 * transfer from a tainted balance counts at its full value for each class that tainted the balance. If the
 * time limit is reached, value that is not known to be tainted is recorded as not followed.
 */
export function* poisonedSide(side: Side, of: Roots, how: How): Steps<Side> {
  const { direction, whole } = side
  const { seen, pace } = how
  const tainted = yield* taintBalances(side, how)
  const book = openSideBook(direction, whole, 0n)
  takeOlder(book, of.older)
  let clean = 0n
  for (const [index, { movement, value }] of of.arrivals.entries()) {
    if (index % stepsAtOnce === 0) yield
    const causes = riskyClasses.flatMap((riskClass) => {
      const cause = causeOf(tainted, seen, movement, direction, riskClass)
      return cause === undefined ? [] : { riskClass, ...cause }
    })
    if (causes.length === 0) clean += value
    for (const { riskClass, address, known, hops, path } of causes) {
      book.find({ address, known, riskClass, hops, inferred: false, value, path })
    }
  }
  const limited = { ...side, findings: book.close().findings, ...limitTo(side, clean) }
  if (!pace.isLate() || clean === 0n) return limited
  return { ...limited, notFollowed: new Map([...limited.notFollowed, ['budget', clean]]) }
}

/**
 * Limits each sum to the clean value. The poison method traces the full value through every balance, so a sum
 * could otherwise exceed the clean value.
 */
function limitTo(side: Side, clean: bigint): Pick<Side, 'ended' | 'notFollowed'> {
  const most = (sums: Side['ended'] | Side['notFollowed']) =>
    new Map([...sums].map(([key, value]) => [key, smaller(value, clean)]))
  return { ended: most(side.ended), notFollowed: most(side.notFollowed) } as Pick<
    Side,
    'ended' | 'notFollowed'
  >
}

/** Causes of taint, keyed by holder and coin. Within a class, later entries have fewer hops. */
type TaintedBalances = Map<string, Map<RiskyClass, TaintCause[]>>

function* taintBalances({ direction }: Side, { seen, policy, pace }: How): Steps<TaintedBalances> {
  const kind = direction === 'received' ? 'in' : 'out'
  const turn = direction === 'received' ? 1 : -1
  const unsorted: { holder: string; movement: Movement }[] = []
  for (const [holder, balances] of seen.balances) {
    if (balances === 'busy') continue
    for (const { events } of balances.byCoin.values()) {
      for (const [index, { movement }] of events.entries()) {
        if (index % stepsAtOnce === 0) yield
        if (movement?.kind === kind) unsorted.push({ holder, movement })
      }
    }
  }
  const moves = yield* sortInSteps(
    unsorted,
    (a, b) =>
      turn * (a.movement.time - b.movement.time) ||
      turn * (a.movement.block - b.movement.block) ||
      (a.movement.tx + a.movement.position + a.holder < b.movement.tx + b.movement.position + b.holder
        ? -1
        : 1),
  )
  const tainted: TaintedBalances = new Map()
  for (let first = 0; first < moves.length && !pace.isLate(); ) {
    let end = first
    while (moves[end]?.movement.time === moves[first]?.movement.time && end < moves.length) end += 1
    // Funds can pass through several addresses within one second, in an unrecorded order.
    for (let round = 0; round < policy[direction].hops && !pace.isLate(); round++) {
      let isNew = false
      for (const [index, move] of moves.slice(first, end).entries()) {
        if (index % stepsAtOnce === 0) yield
        if (taint(tainted, seen, move, direction, policy)) isNew = true
      }
      if (!isNew) break
    }
    first = end
  }
  return tainted
}

function taint(
  tainted: TaintedBalances,
  seen: Seen,
  { holder, movement }: { holder: string; movement: Movement },
  direction: Side['direction'],
  policy: RiskPolicy,
): boolean {
  let isNew = false
  for (const riskClass of riskyClasses) {
    const cause = causeOf(tainted, seen, movement, direction, riskClass)
    if (cause === undefined || cause.hops >= policy[direction].hops) continue
    const id = `${holder} ${movement.coin}`
    const classes = tainted.get(id) ?? new Map<RiskyClass, TaintCause[]>()
    tainted.set(id, classes)
    const list = classes.get(riskClass) ?? []
    classes.set(riskClass, list)
    const last = list.at(-1)
    if (last !== undefined && last.hops <= cause.hops) continue
    list.push({ ...cause, since: movement.time })
    isNew = true
  }
  return isNew
}

/**
 * Returns what tainted a transfer with a given class, from the perspective of the transfer's receiver (or,
 * for sent funds, its sender).
 */
function causeOf(
  tainted: TaintedBalances,
  seen: Seen,
  movement: Movement,
  direction: Side['direction'],
  riskClass: RiskyClass,
): TaintCause | undefined {
  const { counterparty: address, tx, coin, time } = movement
  const known = seen.known.get(address)
  const step = { address, tx, coin, time, through: '', swap: false }
  if (known !== undefined && riskyClassOf(known) === riskClass) {
    return { since: time, hops: 1, address, known, path: { step, before: undefined } }
  }
  const isSince = ({ since }: TaintCause) => (direction === 'received' ? since <= time : since >= time)
  const own = tainted.get(`${address} ${coin}`)?.get(riskClass)?.findLast(isSince)
  return own && { ...own, hops: own.hops + 1, path: rebase(own.path, step) }
}

/** Inserts a step at the beginning, because paths start at the queried address. */
function rebase(path: Path, first: Path['step']): Path {
  return {
    step: path.step,
    before: path.before === undefined ? { step: first, before: undefined } : rebase(path.before, first),
  }
}
