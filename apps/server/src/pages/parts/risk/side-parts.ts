import type { RiskExplanation } from '@touchstone/contract'
import { millionths } from '@touchstone/design'
import type { Direction, Piece } from '../../risk-page-model.ts'
import { counted } from './counted.ts'

/** A part of the funds received or sent, with the look used to draw it. */
export type SidePart = { readonly name: string; readonly look: SideLook; readonly value: bigint }

export type SideLook = Piece['class'] | 'service' | 'issued' | 'unrecorded' | 'held' | 'fees' | 'not-followed'

/** Returns the non-empty parts of a side, worst first. They add up to the whole side. */
export function sideParts(explanation: RiskExplanation, direction: Direction): SidePart[] {
  const { classes, ended, not_followed: notFollowed } = explanation[direction]
  const words = direction === 'received' ? receivedWords : sentWords
  const farthest = counted(explanation.policy[direction].hops, 'hop')
  const parts: SidePart[] = [
    ...classes.map((one) => ({
      name: `${words.tainted} ${classWords[one.class]} addresses`,
      look: one.class,
      value: millionths(one.tainted),
    })),
    ...endings.map((look) => ({ name: words[look], look, value: millionths(ended[look]) })),
    ...reasons.map((reason) => ({
      name: `Not traced: ${reasonWords[reason](farthest)}`,
      look: 'not-followed' as const,
      value: millionths(notFollowed[reason]),
    })),
  ]
  return parts.filter(({ value }) => value > 0n)
}

const endings = ['service', 'issued', 'unrecorded', 'held', 'fees'] as const
const reasons = ['hops', 'small', 'budget', 'busy', 'older'] as const

const classWords: Readonly<Record<Piece['class'], string>> = {
  severe: 'malicious',
  suspected: 'suspected malicious',
  high: 'high-risk',
  medium: 'medium-risk',
}

const receivedWords = {
  tainted: 'From',
  service: 'From services that pool funds',
  issued: 'Newly issued',
  unrecorded: 'Of unrecorded origin',
  held: 'Held',
  fees: 'Network fees',
} as const

const sentWords = {
  tainted: 'To',
  service: 'To services that pool funds',
  issued: 'Burnt',
  unrecorded: 'Not recorded',
  held: 'Held by recipient',
  fees: 'Network fees',
} as const

const reasonWords: Readonly<Record<(typeof reasons)[number], (farthest: string) => string>> = {
  hops: (farthest) => `more than ${farthest} away`,
  small: () => 'amount too small',
  budget: () => 'tracing limit reached',
  busy: () => 'unlabelled address with too many transfers',
  older: () => 'older than the transfers considered',
}
