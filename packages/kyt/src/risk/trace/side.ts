import type { KnownAs } from '../../lookup/known-as.ts'
import type { Direction, RiskyClass } from '../../policy/risk-policy.ts'
import type { Step } from './path.ts'

/** Where the trace of a value can end without finding a risk. */
export const endings = ['service', 'issued', 'unrecorded', 'held', 'fees'] as const
export type Ending = (typeof endings)[number]

/** Why a value was not traced further. */
export const reasonsNotFollowed = ['hops', 'small', 'budget', 'busy', 'older'] as const
export type NotFollowed = (typeof reasonsNotFollowed)[number]

/** A risky address from which funds came or to which funds went, at a given number of hops. */
export type Finding = {
  readonly direction: Direction
  /** In hex. */
  readonly address: string
  readonly known: KnownAs
  readonly riskClass: RiskyClass
  readonly hops: number
  /**
   * Whether the path includes an origin that was inferred because an address sent more than its recorded
   * inflow.
   */
  readonly inferred: boolean
  readonly value: bigint
  /** The path of the largest part of the value. */
  readonly steps: readonly Step[]
}

/** The total received or sent, with the results of tracing it. */
export type Side = {
  readonly direction: Direction
  /** Excludes returned value. */
  readonly whole: bigint
  /** Value that returned to the queried address. Returned value does not count as received or sent. */
  readonly returned: bigint
  /** The part of the value whose origin was inferred. */
  readonly inferred: bigint
  readonly findings: readonly Finding[]
  readonly ended: ReadonlyMap<Ending, bigint>
  readonly notFollowed: ReadonlyMap<NotFollowed, bigint>
}
