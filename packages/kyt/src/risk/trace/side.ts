import type { KnownAs } from '../../lookup/known-as.ts'
import type { Direction, RiskyClass } from '../../policy/risk-policy.ts'
import type { Step } from './path.ts'

/** What became of the value of a side that was followed to an end which says nothing bad. */
export const endings = ['service', 'issued', 'unrecorded', 'held', 'fees'] as const
export type Ending = (typeof endings)[number]

/** Why value was not followed further. */
export const reasonsNotFollowed = ['hops', 'small', 'budget', 'busy', 'older'] as const
export type NotFollowed = (typeof reasonsNotFollowed)[number]

/** Somebody risky that money came from or went to, over so many hops. */
export type Finding = {
  readonly direction: Direction
  /** In hex. */
  readonly address: string
  readonly known: KnownAs
  readonly riskClass: RiskyClass
  readonly hops: number
  /** By what somebody on the way is recorded to have received: where it came from itself is not recorded. */
  readonly inferred: boolean
  readonly value: bigint
  /** The way that the largest part of it took. */
  readonly steps: readonly Step[]
}

/** All that was received, or all that was sent, and what is known of it. */
export type Side = {
  readonly direction: Direction
  /** Without what came back. */
  readonly whole: bigint
  /** Came back to the address asked about: it was never really received, or sent. */
  readonly returned: bigint
  /** Of all of it, what was followed by inference. */
  readonly inferred: bigint
  readonly findings: readonly Finding[]
  readonly ended: ReadonlyMap<Ending, bigint>
  readonly notFollowed: ReadonlyMap<NotFollowed, bigint>
}
