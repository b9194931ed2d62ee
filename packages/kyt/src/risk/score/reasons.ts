import type { RiskReason } from '@touchstone/contract'
import { larger, toDecimal } from '../../lookup/numbers.ts'
import type { Direction } from '../../policy/risk-policy.ts'
import { floor } from '../../policy/scale.ts'
import type { Side } from '../trace/side.ts'
import { valueDecimals } from '../valuation.ts'
import type { Assessment } from './assessment.ts'
import { type ClassPoints, million } from './formula.ts'

/**
 * Smaller shares of the received or sent funds are not mentioned in the reasons. The figures include these
 * shares.
 */
const minPerMille = 1n

/** Explains the score in reasons, with every figure needed to recalculate it. */
export function reasonsOf(assessment: Assessment): RiskReason[] {
  const { own, score, isPooled, isKnown, sides } = assessment
  const reasons: RiskReason[] = []
  if (!isKnown) reasons.push({ code: 'unseen' })
  if (own !== undefined) {
    const { name: label, category, source, version } = own
    reasons.push({ code: 'label', label, category, source, version, score: score.own })
  }
  if (isPooled) return [...reasons, { code: 'pooled' }, conclude(assessment)]
  for (const direction of ['received', 'sent'] as const) {
    const { classes, points } = score[direction]
    for (const one of classes) reasons.push(describeClass(assessment, direction, one))
    const sum = classes.reduce((total, one) => total + one.points, 0n)
    if (points !== sum) {
      reasons.push({ code: 'points', direction, sum: pointsOf(sum), counted: pointsOf(points) })
    }
    const side = sides[direction]
    const left = [...side.notFollowed.values()].reduce((total, value) => total + value, 0n)
    reasons.push(
      ...shareReason('inferred', direction, side, side.inferred),
      ...shareReason('unrecorded', direction, side, side.ended.get('unrecorded') ?? 0n),
      ...(direction === 'received' && classes.length > 0 ? describeShortfall(assessment) : []),
      ...shareReason('not_followed', direction, side, left),
    )
  }
  if (assessment.isLate) reasons.push({ code: 'late' })
  return [...reasons, conclude(assessment)]
}

function describeClass({ unit, sides }: Assessment, direction: Direction, one: ClassPoints): RiskReason {
  const { whole } = sides[direction]
  return {
    ...{ code: 'class', direction, unit },
    ...{ of: amountOf(one.of), whole: amountOf(whole), within: amountOf(one.within) },
    ...{ all_counts: one.of === whole, class: one.riskClass, hops: one.hops, weight: one.weight },
    decay: toDecimal(one.decay, 6, 6),
    ratio: one.of <= 0n ? 0 : toDecimal((one.within * million) / one.of, 6, 4),
    points: pointsOf(one.points),
    dust: one.isDust,
  }
}

/** States a share of the funds, unless it is negligible. */
function shareReason(
  code: 'inferred' | 'unrecorded' | 'not_followed',
  direction: Direction,
  { whole }: Side,
  part: bigint,
): RiskReason[] {
  if (part <= 0n || part * 1000n < whole * minPerMille) return []
  return [{ code, direction, percent: toDecimal((part * 100n * million) / whole, 6, 1) }]
}

/** States by how much the address's outflow exceeds its recorded inflow. */
function describeShortfall({ shortfall, sides: { received }, unit }: Assessment): RiskReason[] {
  if (shortfall * 1000n < received.whole * minPerMille || shortfall === 0n) return []
  return [{ code: 'shortfall', amount: amountOf(shortfall), unit }]
}

function conclude({ score }: Assessment): RiskReason {
  const { received, sent, level } = score
  return {
    ...{ code: 'score', own: score.own > floor ? score.own : null, floor },
    ...{ points: pointsOf(larger(received.points, sent.points)), score: score.score, level },
  }
}

const amountOf = (value: bigint) => toDecimal(value, valueDecimals, 2)
const pointsOf = (points: bigint) => toDecimal(points, 6, 2)
