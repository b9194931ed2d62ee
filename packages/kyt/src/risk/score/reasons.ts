import { larger, toDecimal } from '../../lookup/numbers.ts'
import type { Direction } from '../../policy/risk-policy.ts'
import { floor } from '../../policy/scale.ts'
import type { Side } from '../trace/side.ts'
import { valueDecimals } from '../valuation.ts'
import type { Assessment } from './assessment.ts'
import { type ClassPoints, million } from './formula.ts'

const classNames = {
  severe: 'malicious',
  suspected: 'suspected malicious',
  high: 'high-risk',
  medium: 'medium-risk',
} as const

const amounts = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** A smaller part of a side is not worth a sentence; the numbers tell it anyway. */
const crumbPerMille = 1n

/** The score in sentences, as somebody would tell it who reckons it by hand. */
export function reasonsOf(assessment: Assessment): string[] {
  const { own, score, isPooled, isKnown, sides } = assessment
  const reasons: string[] = []
  if (!isKnown) reasons.push('Nothing is known of it: no transfer, no label.')
  if (own !== undefined) {
    reasons.push(
      `It is itself known as ${own.name} (${own.category}), says ${own.source}, edition ${own.version}: ${score.own}.`,
    )
  }
  if (isPooled) {
    reasons.push(
      "It is a service that pools its users' money, and is not judged by whose money passes through it.",
    )
    return [...reasons, conclude(assessment)]
  }
  for (const direction of ['received', 'sent'] as const) {
    const { classes, points } = score[direction]
    for (const one of classes) reasons.push(tellClass(assessment, direction, one))
    const sum = classes.reduce((total, one) => total + one.points, 0n)
    if (points !== sum) {
      reasons.push(
        `Together ${tellPoints(sum)} points for what it ${direction}, of which ${tellPoints(points)} count.`,
      )
    }
    const side = sides[direction]
    reasons.push(...tellUnrecorded(direction, side))
    const left = [...side.notFollowed.values()].reduce((total, value) => total + value, 0n)
    if (left * 1000n >= side.whole * crumbPerMille && left > 0n) {
      reasons.push(`${tellPercent(left, side.whole)} of what it ${direction} was not followed to an end.`)
    }
  }
  return [...reasons, conclude(assessment)]
}

function tellClass({ unit }: Assessment, direction: Direction, one: ClassPoints): string {
  const money = (value: bigint) => `${amounts.format(toDecimal(value, valueDecimals, 2))} ${unit}`
  const way = direction === 'received' ? 'came from' : 'went to'
  const hops = one.hops === 1 ? 'directly' : `within ${one.hops} hops`
  const decay = one.hops === 1 ? '' : ` × ${toDecimal(one.decay, 6, 6)} for the distance`
  const dust = one.isDust ? ' This is dust, which never raises anybody above Low.' : ''
  return (
    `Of ${money(one.of)} that it ${direction}, ${money(one.within)} ${way} ${classNames[one.riskClass]} addresses ${hops}: ` +
    `${one.weight}${decay} × √${tellRatio(one.within, one.of)} = ${tellPoints(one.points)} points.${dust}`
  )
}

/** Which share of the answer rests on money whose origin is not in the records. */
function tellUnrecorded(direction: Direction, { whole, inferred, ended }: Side): string[] {
  const unrecorded = ended.get('unrecorded') ?? 0n
  const isWorth = (value: bigint) => value > 0n && value * 1000n >= whole * crumbPerMille
  return [
    ...(isWorth(inferred)
      ? [
          `${tellPercent(inferred, whole)} of what it ${direction} left purses that held too little by the records, and is judged by what these are recorded to have received.`,
        ]
      : []),
    ...(isWorth(unrecorded)
      ? [
          `${tellPercent(unrecorded, whole)} of what it ${direction} is of an origin that is not recorded, and counts as clean.`,
        ]
      : []),
  ]
}

function conclude({ score }: Assessment): string {
  const { received, sent } = score
  const points = larger(received.points, sent.points)
  const exposure = `${floor} + ${tellPoints(points)}`
  return score.own > floor
    ? `The larger of ${score.own} and ${exposure}, rounded: ${score.score}, ${score.level}.`
    : `${exposure}, rounded: ${score.score}, ${score.level}.`
}

const tellPoints = (points: bigint) => toDecimal(points, 6, 2).toString()
const tellRatio = (part: bigint, whole: bigint) =>
  whole <= 0n ? '0' : toDecimal((part * million) / whole, 6, 4).toString()
const tellPercent = (part: bigint, whole: bigint) => `${toDecimal((part * 100n * million) / whole, 6, 1)}%`
