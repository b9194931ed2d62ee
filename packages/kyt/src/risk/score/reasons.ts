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

/**
 * Smaller shares of the received or sent funds are not mentioned in the sentences. The figures include these
 * shares.
 */
const minPerMille = 1n

/** Explains the score in sentences, with every figure needed to recalculate it. */
export function reasonsOf(assessment: Assessment): string[] {
  const { own, score, isPooled, isKnown, sides } = assessment
  const reasons: string[] = []
  if (!isKnown) reasons.push('No transfer or label is on record.')
  if (own !== undefined) {
    reasons.push(
      `Labelled as ${own.name} (${own.category}) by ${own.source}, edition ${own.version}: score ${score.own}.`,
    )
  }
  if (isPooled) {
    reasons.push(
      'The address belongs to a service that pools customer funds. Funds that pass through the address do not affect its score.',
    )
    return [...reasons, conclude(assessment)]
  }
  for (const direction of ['received', 'sent'] as const) {
    const { classes, points } = score[direction]
    for (const one of classes) reasons.push(describeClass(assessment, direction, one))
    const sum = classes.reduce((total, one) => total + one.points, 0n)
    if (points !== sum) {
      reasons.push(
        `${formatPoints(sum)} points in total for funds ${direction}, of which ${formatPoints(points)} count.`,
      )
    }
    const side = sides[direction]
    reasons.push(...describeUnrecorded(direction, side))
    if (direction === 'received' && classes.length > 0) reasons.push(...describeShortfall(assessment))
    const left = [...side.notFollowed.values()].reduce((total, value) => total + value, 0n)
    if (left * 1000n >= side.whole * minPerMille && left > 0n) {
      reasons.push(`${formatPercent(left, side.whole)} of the funds ${direction} were not fully traced.`)
    }
  }
  if (assessment.isLate) {
    reasons.push(
      'Tracing stopped at the time limit, so the score may be too low. Funds that had not been followed by that time count as not fully traced.',
    )
  }
  return [...reasons, conclude(assessment)]
}

function describeClass({ unit, sides }: Assessment, direction: Direction, one: ClassPoints): string {
  const money = (value: bigint) => formatAmount(value, unit)
  const fromOrTo = direction === 'received' ? 'came from' : 'went to'
  const hops = one.hops === 1 ? 'directly' : `within ${one.hops} hops`
  const decay = one.hops === 1 ? '' : ` × ${toDecimal(one.decay, 6, 6)} for distance`
  const { whole } = sides[direction]
  // Unrecorded funds and funds tainted at a greater distance make the base differ from the total.
  const base =
    one.of === whole
      ? `${money(whole)} ${direction}`
      : `${money(one.of)} that count (${money(whole)} ${direction} in total)`
  const dust = one.isDust ? ' This is a dust amount, which never raises a score above Low.' : ''
  return (
    `Of ${base}, ${money(one.within)} ${fromOrTo} ${classNames[one.riskClass]} addresses ${hops}: ` +
    `${one.weight}${decay} × √${formatRatio(one.within, one.of)} = ${formatPoints(one.points)} points.${dust}`
  )
}

/** States which shares of the funds have an inferred or unrecorded origin. */
function describeUnrecorded(direction: Direction, { whole, inferred, ended }: Side): string[] {
  const unrecorded = ended.get('unrecorded') ?? 0n
  const isWorth = (value: bigint) => value > 0n && value * 1000n >= whole * minPerMille
  return [
    ...(isWorth(inferred)
      ? [
          `${formatPercent(inferred, whole)} of the funds ${direction} exceeded the recorded balance of an address on the path. The origin of these funds is inferred from the address's recorded inflow.`,
        ]
      : []),
    ...(isWorth(unrecorded)
      ? [
          `${formatPercent(unrecorded, whole)} of the funds ${direction} have no recorded ${direction === 'received' ? 'origin' : 'destination'}. They do not count as clean: the shares include only a twentieth of their value.`,
        ]
      : []),
  ]
}

/** States by how much the address's outflow exceeds its recorded inflow. */
function describeShortfall({ shortfall, sides: { received }, unit }: Assessment): string[] {
  if (shortfall * 1000n < received.whole * minPerMille || shortfall === 0n) return []
  return [
    `The address sent ${formatAmount(shortfall, unit)} more than it is recorded to have received. The origin of this difference is not recorded, and the shares include a twentieth of it.`,
  ]
}

function conclude({ score }: Assessment): string {
  const { received, sent } = score
  const points = larger(received.points, sent.points)
  const exposure = `${floor} + ${formatPoints(points)}`
  return score.own > floor
    ? `Score: the larger of ${score.own} and ${exposure}, rounded to ${score.score}, ${score.level}.`
    : `Score: ${exposure}, rounded to ${score.score}, ${score.level}.`
}

const formatAmount = (value: bigint, unit: string) =>
  `${amounts.format(toDecimal(value, valueDecimals, 2))} ${unit}`
const formatPoints = (points: bigint) => toDecimal(points, 6, 2).toString()
const formatRatio = (part: bigint, whole: bigint) =>
  whole <= 0n ? '0' : toDecimal((part * million) / whole, 6, 4).toString()
const formatPercent = (part: bigint, whole: bigint) => `${toDecimal((part * 100n * million) / whole, 6, 1)}%`
