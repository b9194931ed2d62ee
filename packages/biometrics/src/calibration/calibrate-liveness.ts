import type { PassiveRates } from '../liveness/passive-limits.ts'
import { measuredRate, triesFor, upperBound } from '../statistics/measured-rate.ts'
import { calibrationError } from './calibration-error.ts'

export type LivenessClaims = {
  /** The share of attacks of one kind that may pass. */
  attacksPassed: number
  /** The share of live people who may be rejected. */
  liveRefused: number
}

export const defaultLivenessClaims: LivenessClaims = { attacksPassed: 0.05, liveRefused: 0.1 }

/**
 * The model's score for a picture, from 0 to 1, and whether the picture shows a live person or a given kind
 * of attack.
 */
export type JudgedPicture = { live: boolean; attack: string; score: number }

export type CalibratedPassive = {
  limit: number
  rates: PassiveRates
  kinds: Record<string, PassiveRates['attacksPassed']>
}

/**
 * Returns the lowest limit at which no kind of attack passes more often than claimed, with 95 % confidence
 * for each kind.
 */
export function calibrateLiveness(
  pictures: readonly JudgedPicture[],
  claims: LivenessClaims,
): CalibratedPassive {
  refuseFewPictures(pictures, claims)
  const live = pictures.flatMap((picture) => (picture.live ? [picture.score] : []))
  const kinds = new Map<string, number[]>()
  for (const { live: isLive, attack, score } of pictures) {
    if (!isLive) kinds.set(attack, [...(kinds.get(attack) ?? []), score])
  }
  const limit = Math.max(...[...kinds.values()].map((scores) => limitOfAttacks(scores, claims.attacksPassed)))
  const passed = [...kinds].map(
    ([kind, scores]) =>
      [kind, measuredRate(scores.filter((score) => score >= limit).length, scores.length)] as const,
  )
  const attacksPassed = passed.map(([, rate]) => rate).reduce((a, b) => (b.high > a.high ? b : a))
  const liveRefused = measuredRate(live.filter((score) => score < limit).length, live.length)
  if (liveRefused.high > claims.liveRefused) {
    throw calibrationError(
      `The model does not distinguish live people from attacks. With a threshold that lets at most ${claims.attacksPassed} of attacks pass, it rejects ${(liveRefused.rate * 100).toFixed(1)} % of live people (upper bound at 95 % confidence: ${(liveRefused.high * 100).toFixed(1)} %; claimed: ${claims.liveRefused * 100} %).`,
      'Check the crop, channels and scale in its description, use a weaker claim with --live-refused, or use another model.',
    )
  }
  return { limit, rates: { attacksPassed, liveRefused }, kinds: Object.fromEntries(passed) }
}

/** Throws if there are too few pictures to support the claims even if the model makes no error. */
export function refuseFewPictures(
  pictures: readonly Omit<JudgedPicture, 'score'>[],
  claims: LivenessClaims,
): void {
  const attacks = pictures.filter(({ live }) => !live).map(({ attack }) => attack)
  const kinds = attacks.length === 0 ? ['attack'] : [...new Set(attacks)]
  const counted = [
    ...kinds.map((kind) => ({
      what: `pictures of the attack "${kind}"`,
      length: attacks.filter((attack) => attack === kind).length,
      claim: claims.attacksPassed,
      flag: '--attacks-passed',
    })),
    {
      what: 'pictures of live people',
      length: pictures.length - attacks.length,
      claim: claims.liveRefused,
      flag: '--live-refused',
    },
  ]
  for (const { what, length, claim, flag } of counted) {
    const needed = triesFor(claim)
    if (length >= needed) continue
    const least = Math.ceil(upperBound(0, length) * 1e4) / 1e4
    throw calibrationError(
      `An error rate of ${claim} needs ${needed} ${what}; there are ${length}.`,
      length === 0
        ? 'Add pictures, each of a different person.'
        : `Add pictures, or use a weaker claim: ${flag} ${least}`,
    )
  }
}

/**
 * Returns the lowest limit at which attacks pass no more often than this rate. Valid for any distribution of
 * scores.
 */
function limitOfAttacks(scores: readonly number[], rate: number): number {
  const highest = scores.toSorted((a, b) => b - a)
  let allowed = 0
  while (upperBound(allowed + 1, highest.length) <= rate) allowed += 1
  return Math.ceil((highest[allowed] ?? 1) * 1e6 + 1) / 1e6
}
