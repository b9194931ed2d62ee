import type { Movement } from '../../ledger/movement.ts'
import type { KnownAs } from '../../lookup/known-as.ts'
import { smaller } from '../../lookup/numbers.ts'
import type { RiskPolicy, RiskyClass } from '../../policy/risk-policy.ts'
import { riskyClasses } from '../../policy/risk-policy.ts'
import type { Arrival } from './expand-place.ts'
import type { Older } from './older.ts'
import type { Path } from './path.ts'
import type { Side } from './side.ts'
import { openSideBook, riskyClassOf, takeOlder } from './side-book.ts'
import type { Seen } from './trace.ts'

/** How a purse was spoilt: by whom, over how many hops, and since when. */
type Spoilt = {
  readonly since: number
  readonly hops: number
  readonly address: string
  readonly known: KnownAs
  readonly path: Path
}

/**
 * One drop spoils the whole, and no share of anything tells how much that is. So the purses that were read are gone
 * through once more in the order of time, and each is noted down when the first tainted money reached it; a transfer
 * from a purse that was spoilt by then is tainted with all its value, by every class that spoilt it.
 */
export function poisonedSide(
  side: Side,
  of: { readonly arrivals: readonly Arrival[]; readonly older: readonly Older[] },
  seen: Seen,
  policy: RiskPolicy,
): Side {
  const { direction, whole } = side
  const spoilt = taintBalances(side, seen, policy)
  const book = openSideBook(direction, whole, 0n)
  takeOlder(book, of.older)
  let clean = 0n
  for (const { movement, value } of of.arrivals) {
    const causes = riskyClasses.flatMap((riskClass) => {
      const cause = causeOf(spoilt, seen, movement, direction, riskClass)
      return cause === undefined ? [] : { riskClass, ...cause }
    })
    if (causes.length === 0) clean += value
    for (const { riskClass, address, known, hops, path } of causes) {
      book.find({ address, known, riskClass, hops, inferred: false, value, path })
    }
  }
  return { ...side, findings: book.close().findings, ...limitTo(side, clean) }
}

/** Value goes through every purse whole here, so that what was added up on the way is more than there is. */
function limitTo(side: Side, clean: bigint): Pick<Side, 'ended' | 'notFollowed'> {
  const most = (sums: Side['ended'] | Side['notFollowed']) =>
    new Map([...sums].map(([key, value]) => [key, smaller(value, clean)]))
  return { ended: most(side.ended), notFollowed: most(side.notFollowed) } as Pick<
    Side,
    'ended' | 'notFollowed'
  >
}

/** By holder and coin; of a class the later entries are nearer ones. */
type TaintedBalances = Map<string, Map<RiskyClass, Spoilt[]>>

function taintBalances({ direction }: Side, seen: Seen, policy: RiskPolicy): TaintedBalances {
  const kind = direction === 'received' ? 'in' : 'out'
  const turn = direction === 'received' ? 1 : -1
  const moves: { holder: string; movement: Movement }[] = []
  for (const [holder, balances] of seen.balances) {
    if (balances === 'busy') continue
    for (const { events } of balances.byCoin.values()) {
      for (const { movement } of events) if (movement?.kind === kind) moves.push({ holder, movement })
    }
  }
  moves.sort(
    (a, b) =>
      turn * (a.movement.time - b.movement.time) ||
      turn * (a.movement.block - b.movement.block) ||
      (a.movement.tx + a.movement.position + a.holder < b.movement.tx + b.movement.position + b.holder
        ? -1
        : 1),
  )
  const spoilt: TaintedBalances = new Map()
  for (let first = 0; first < moves.length; ) {
    let end = first
    while (moves[end]?.movement.time === moves[first]?.movement.time && end < moves.length) end += 1
    // Within one moment money may pass through several hands, in an order that nobody wrote down.
    for (let round = 0; round < policy[direction].hops; round++) {
      const before = moves.slice(first, end).filter((move) => spoil(spoilt, seen, move, direction, policy))
      if (before.length === 0) break
    }
    first = end
  }
  return spoilt
}

function spoil(
  spoilt: TaintedBalances,
  seen: Seen,
  { holder, movement }: { holder: string; movement: Movement },
  direction: Side['direction'],
  policy: RiskPolicy,
): boolean {
  let isNew = false
  for (const riskClass of riskyClasses) {
    const cause = causeOf(spoilt, seen, movement, direction, riskClass)
    if (cause === undefined || cause.hops >= policy[direction].hops) continue
    const id = `${holder} ${movement.coin}`
    const classes = spoilt.get(id) ?? new Map<RiskyClass, Spoilt[]>()
    spoilt.set(id, classes)
    const list = classes.get(riskClass) ?? []
    classes.set(riskClass, list)
    const last = list.at(-1)
    // Later taint counts only where it comes from nearer.
    if (last !== undefined && last.hops <= cause.hops) continue
    list.push({ ...cause, since: movement.time })
    isNew = true
  }
  return isNew
}

/** What taints a transfer with a class, seen from the one who got it (or, of what was sent, from the sender). */
function causeOf(
  spoilt: TaintedBalances,
  seen: Seen,
  movement: Movement,
  direction: Side['direction'],
  riskClass: RiskyClass,
): Spoilt | undefined {
  const { counterparty: address, tx, coin, time } = movement
  const known = seen.known.get(address)
  const step = { address, tx, coin, time, through: '', swap: false }
  if (known !== undefined && riskyClassOf(known) === riskClass) {
    return { since: time, hops: 1, address, known, path: { step, before: undefined } }
  }
  const isSince = ({ since }: Spoilt) => (direction === 'received' ? since <= time : since >= time)
  const own = spoilt.get(`${address} ${coin}`)?.get(riskClass)?.findLast(isSince)
  return own && { ...own, hops: own.hops + 1, path: rebase(own.path, step) }
}

/** Ways are told from the one asked about outwards: a step nearer to it goes to the beginning. */
function rebase(path: Path, first: Path['step']): Path {
  return {
    step: path.step,
    before: path.before === undefined ? { step: first, before: undefined } : rebase(path.before, first),
  }
}
