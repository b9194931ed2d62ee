import { categoryFacts } from '../../labels/categories.ts'
import type { KnownAs } from '../../lookup/known-as.ts'
import type { Direction, RiskyClass } from '../../policy/risk-policy.ts'
import type { Older } from './older.ts'
import { type Path, stepsOf } from './path.ts'
import type { Ending, Finding, NotFollowed, Side } from './side.ts'

/** Where value of one side is written down when it has come to an end. */
export type SideBook = {
  readonly direction: Direction
  readonly whole: bigint
  /** Parts smaller than this are not followed. */
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
  /** Value whose origin is not recorded and that is followed by what was inferred of it. */
  infer(value: bigint): void
  end(ending: Ending, value: bigint): void
  leave(reason: NotFollowed, value: bigint): void
  comeBack(value: bigint): void
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
    comeBack: (value) => {
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

/** Dealings from before the transfers that were read are direct ones, whatever the method. */
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

/** Largest first; then by what can't be the same for two. */
function byWeight(a: Finding, b: Finding): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1
  if (a.hops !== b.hops) return a.hops - b.hops
  if (a.address !== b.address) return a.address < b.address ? -1 : 1
  return Number(a.inferred) - Number(b.inferred)
}

/** The class that an address brings to whoever deals with it; `undefined` for none. */
export function riskyClassOf(known: KnownAs | undefined): RiskyClass | undefined {
  const riskClass = known === undefined ? 'none' : categoryFacts[known.category].riskClass
  return riskClass === 'none' ? undefined : riskClass
}

/** A service that gives in the same transaction in which it takes. */
export function isAtOnce(known: KnownAs | undefined): boolean {
  return known !== undefined && categoryFacts[known.category].atOnce === true
}

export function isPooled(known: KnownAs | undefined): boolean {
  return known !== undefined && categoryFacts[known.category].pooled
}
