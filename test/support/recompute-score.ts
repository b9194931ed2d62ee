import type { RiskExplanation } from '@touchstone/contract'

/**
 * Recalculates the score from an explanation alone, following the steps in docs/methodology.md. Shares no
 * code with the service, so a bug remains undetected only if both implementations have it.
 */
export function recomputeScore(explanation: RiskExplanation): number {
  const { policy, own, exposure_counts: counts } = explanation
  const sides = counts ? [pointsOfSide(explanation, 'received'), pointsOfSide(explanation, 'sent')] : [0n]
  const points = sides.reduce(larger)
  const whole = points / 1_000_000n
  const rest = points % 1_000_000n
  const roundsUp = rest > 500_000n || (rest === 500_000n && whole % 2n === 1n)
  const byExposure = 3 + Number(whole) + (roundsUp ? 1 : 0)
  const byOwn = own === null || own.class === 'none' ? 3 : policy.own[own.class]
  return Math.min(100, Math.max(byExposure, byOwn))
}

const classes = ['severe', 'suspected', 'high', 'medium'] as const

function pointsOfSide(
  { policy, pieces, value_unit: unit, ...explanation }: RiskExplanation,
  side: 'received' | 'sent',
) {
  const { weights, decay, hops: farthest } = policy[side]
  const unrecorded = micros(explanation[side].ended.unrecorded)
  const shortfall = micros(explanation[side].shortfall ?? '0.000000')
  const all = micros(explanation[side].value) - unrecorded + (unrecorded + shortfall) / 20n
  const history = micros(explanation[side].value) + shortfall
  const hasSent = micros(explanation.sent.value) > 0n
  let worse = 0n
  let solid = 0n
  let everything = 0n
  let worstWeight = 0
  for (const name of [...classes].sort((a, b) => weights[b] - weights[a])) {
    const own = pieces.filter((piece) => piece.direction === side && piece.class === name)
    const tainted = own.reduce((sum, piece) => sum + micros(piece.value), 0n)
    let best = 0n
    for (let hops = 1; hops <= farthest; hops++) {
      const within = own.reduce((sum, piece) => (piece.hops <= hops ? sum + micros(piece.value) : sum), 0n)
      if (within === 0n) continue
      const rest = all - worse - (tainted - within)
      const of = larger(rest, within)
      let faded = 1_000_000n
      for (let hop = 1; hop < hops; hop++) faded = (faded * BigInt(Math.round(decay * 1e6))) / 1_000_000n
      const points = (BigInt(weights[name]) * faded * root((within * 10n ** 12n) / of)) / 1_000_000n
      if (points > best) best = points
    }
    worse += tainted
    everything += best
    const isMinor = !hasSent || 2n * worse < history
    if (unit === 'USD' && Number(tainted) < policy.dust_usd * 1e6 && isMinor) continue
    solid += best
    if (tainted > 0n) worstWeight = Math.max(worstWeight, weights[name])
  }
  const limit = BigInt(worstWeight) * 1_000_000n
  const low = BigInt(policy.levels.moderate - 4) * 1_000_000n
  const counted = smaller(solid, limit)
  const withDust = smaller(everything, low)
  return larger(counted, withDust)
}

const larger = (a: bigint, b: bigint) => [a, b].sort((x, y) => (x > y ? -1 : 1))[0] ?? a
const smaller = (a: bigint, b: bigint) => (larger(a, b) === a ? b : a)
const micros = (text: string) => BigInt(text.replace('.', ''))

function root(value: bigint): bigint {
  let low = 0n
  let high = value + 1n
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle * middle <= value) low = middle
    else high = middle
  }
  return low
}
