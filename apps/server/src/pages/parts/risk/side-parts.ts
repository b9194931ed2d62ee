import type { RiskExplanation } from '@touchstone/contract'
import { millionths } from '@touchstone/design'
import type { Direction, Piece } from '../../risk-page-model.ts'
import { counted } from './counted.ts'

/** A part of what was received, or sent: what became of it, and how it is drawn. */
export type SidePart = { readonly name: string; readonly look: SideLook; readonly value: bigint }

export type SideLook = Piece['class'] | 'service' | 'issued' | 'unrecorded' | 'held' | 'fees' | 'not-followed'

/** The parts of a side that are more than nothing, the worst first. Together they are all of it. */
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
      name: `Not followed: ${reasonWords[reason](farthest)}`,
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
  service: 'From services that pool money',
  issued: 'Newly issued',
  unrecorded: 'Of an origin that is not recorded',
  held: 'Held',
  fees: 'Network fees',
} as const

const sentWords = {
  tainted: 'To',
  service: 'To services that pool money',
  issued: 'Burnt',
  unrecorded: 'Not recorded',
  held: 'Still held by who got it',
  fees: 'Network fees',
} as const

const reasonWords: Readonly<Record<(typeof reasons)[number], (farthest: string) => string>> = {
  hops: (farthest) => `farther than ${farthest}`,
  small: () => 'parts too small',
  budget: () => 'larger parts used up the budget',
  busy: () => 'busy addresses that nobody named',
  older: () => 'older than the transfers that were read',
}
