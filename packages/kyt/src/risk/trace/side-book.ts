import { categoryFacts } from '../../labels/categories.ts'
import type { KnownAs } from '../../lookup/known-as.ts'
import type { Direction, RiskyClass } from '../../policy/risk-policy.ts'
import type { Older } from './older.ts'
import { type Path, stepsOf } from './path.ts'
import type { Ending, Finding, NotFollowed, Side } from './side.ts'

/** Records the results of tracing one side. */
export type SideBook = {
  readonly direction: Direction
  readonly whole: bigint
  /** Smaller parts are not traced. */
  readonly least: bigint
  find(found: {
    address: string
    known: KnownAs
    riskClass: RiskyClass
    hops: number
    inferred: boolean
    value: bigint
    path: Path
  }): void
  /** Records value that has no recorded origin and is traced by inference. */
  infer(value: bigint): void
  end(ending: Ending, value: bigint): void
  leave(reason: NotFollowed, value: bigint): void
  addReturned(value: bigint): void
  close(): Side
}

export function openSideBook(direction: Direction, whole: bigint, leastMillionths: bigint): SideBook {
  type Sum = {
    address: string
    known: KnownAs
    riskClass: RiskyClass
    hops: number
    inferred: boolean
    value: bigint
    largest: bigint
    path: Path
  }
  const findings = new Map<string, Sum>()
  const ended = new Map<Ending, bigint>()
  const notFollowed = new Map<NotFollowed, bigint>()
  let returned = 0n
  let inferredSum = 0n
  return {
    direction,
    whole,
    least: (whole * leastMillionths) / 1_000_000n,
    find({ address, known, riskClass, hops, inferred, value, path }) {
      if (value === 0n) return
      const id = `${hops} ${inferred} ${address}`
      const sum = findings.get(id)
      if (sum === undefined) {
        findings.set(id, { address, known, riskClass, hops, inferred, value, largest: value, path })
        return
      }
      sum.value += value
      if (value > sum.largest) Object.assign(sum, { largest: value, path })
    },
    infer: (value) => {
      inferredSum += value
    },
    end: (ending, value) => add(ended, ending, value),
    leave: (reason, value) => add(notFollowed, reason, value),
    addReturned: (value) => {
      returned += value
    },
    close: () => ({
      direction,
      whole: whole - returned,
      returned,
      inferred: inferredSum,
      findings: [...findings.values()]
        .map(({ largest: _, path, ...found }): Finding => ({ direction, ...found, steps: stepsOf(path) }))
        .sort(byWeight),
      ended,
      notFollowed,
    }),
  }
}

/**
 * Records transfers that are older than those that were read. Older transfers count as direct transfers,
 * regardless of the method.
 */
export function takeOlder(book: SideBook, older: readonly Older[]): void {
  for (const { value, path, known, address } of older) {
    const riskClass = riskyClassOf(known)
    if (known !== undefined && riskClass !== undefined) {
      book.find({ address, known, riskClass, hops: 1, inferred: false, value, path })
    } else if (isPooled(known)) book.end('service', value)
    else book.leave('older', value)
  }
}

function add<Key>(sums: Map<Key, bigint>, key: Key, value: bigint): void {
  if (value !== 0n) sums.set(key, (sums.get(key) ?? 0n) + value)
}

/** Sorts by value, largest first, then by hops, address and inference, so that the order is deterministic. */
function byWeight(a: Finding, b: Finding): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1
  if (a.hops !== b.hops) return a.hops - b.hops
  if (a.address !== b.address) return a.address < b.address ? -1 : 1
  return Number(a.inferred) - Number(b.inferred)
}

/** Returns the risk class that an address passes on to its counterparties, or `undefined` if it has none. */
export function riskyClassOf(known: KnownAs | undefined): RiskyClass | undefined {
  const riskClass = known === undefined ? 'none' : categoryFacts[known.category].riskClass
  return riskClass === 'none' ? undefined : riskClass
}

/** Whether a service pays out in the same transaction in which it is paid. */
export function isAtOnce(known: KnownAs | undefined): boolean {
  return known !== undefined && categoryFacts[known.category].atOnce === true
}

export function isPooled(known: KnownAs | undefined): boolean {
  return known !== undefined && categoryFacts[known.category].pooled
}
