import type { EmbeddingLimits, EmbeddingRates } from '../match/embedding-limits.ts'
import type { StrangerModel } from '../match/false-match-model.ts'
import { type MeasuredRate, measuredRate, triesFor, upperBound } from '../statistics/measured-rate.ts'
import { normalQuantile } from '../statistics/normal.ts'
import { uniquenessLimits } from '../uniqueness/uniqueness-limits.ts'
import { calibrationError } from './calibration-error.ts'
import type { GroupedPairs } from './group-pairs.ts'

/** The error rates and the gallery size that a model has to support. */
export type EmbeddingClaims = {
  /** The share of pairs of different people that may be classified as the same person. */
  falseMatchRate: number
  /** The share of people whose two pictures may be classified as different people. */
  missRate: number
  /** The number of people that the gallery will hold. */
  people: number
}

export const defaultEmbeddingClaims: EmbeddingClaims = {
  falseMatchRate: 0.001,
  missRate: 0.05,
  people: 10_000,
}

export type CalibratedLimits = Pick<EmbeddingLimits, 'same' | 'different' | 'strangers'> & {
  rates: EmbeddingRates
  galleries: { people: number; duplicate: number; grey: number; found: EmbeddingRates['found'] }[]
}

/** The minimum share of known people that a model must recognise (lower confidence bound). */
const leastFound = 0.5
/**
 * `share`: the share of the nearest strangers that the fitted tail has to cover. `least`: the number of
 * strangers used for the first estimate. `step`: the factor by which that number grows between estimates.
 */
const tail = { share: 0.1, least: 10, step: 1.05 }
/** Minimum number of people. With fewer, the mean and deviation are too uncertain to describe the tail. */
const leastPeople = 20
const sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]

/**
 * Returns the distance limits for which these pairs support each claim with 95 % confidence. Throws if there
 * are no such limits.
 */
export function calibrateEmbedding(pairs: GroupedPairs, claims: EmbeddingClaims): CalibratedLimits {
  refuseFewPairs(pairs, claims)
  const { same, strangers } = pairs
  const matchLimit = limitOfStrangers(strangers, claims.falseMatchRate)
  const different = Math.max(matchLimit, limitOfMisses(same, claims.missRate))
  const matched = rateOfPeople(same, (distance) => distance <= matchLimit)
  if (matched.low < leastFound) throw doesNotSeparate(matched, claims.falseMatchRate)
  const model = strangerModel(pairs)
  const foundAmong = (people: number) => {
    const { duplicate, grey } = uniquenessLimits(people, model)
    const found = {
      people,
      duplicate: rateOfPeople(same, (distance) => distance <= duplicate),
      grey: rateOfPeople(same, (distance) => distance <= grey),
    }
    return { people, duplicate, grey, found }
  }
  const claimed = foundAmong(claims.people)
  if (claimed.found.grey.low < leastFound) {
    const enough = sizes.filter((people) => foundAmong(people).found.grey.low >= leastFound).at(-1)
    throw tooLarge(claimed.found.grey, claims.people, enough)
  }
  const within = strangers.filter((distance) => distance <= matchLimit).length
  return {
    same: matchLimit,
    different,
    strangers: model,
    rates: {
      falseMatches: measuredRate(within, strangers.length),
      matched,
      missed: rateOfPeople(same, (distance) => distance >= different),
      found: claimed.found,
    },
    galleries: [...new Set([...sizes, claims.people])].sort((a, b) => a - b).map(foundAmong),
  }
}

/** Throws if there are too few pairs to support the claims even if the model makes no error. */
export function refuseFewPairs({ same, strangers }: GroupedPairs, claims: EmbeddingClaims): void {
  const different = triesFor(claims.falseMatchRate)
  if (strangers.length < different) {
    throw calibrationError(
      `A false-match rate of ${claims.falseMatchRate} needs ${different} pairs of different people; there are ${strangers.length}.`,
      `Add pairs of people who have not been compared yet, or use a weaker claim: --false-match-rate ${rounded(upperBound(0, strangers.length))}`,
    )
  }
  const needed = Math.max(leastPeople, triesFor(claims.missRate))
  if (same.length < needed) {
    throw calibrationError(
      `A miss rate of ${claims.missRate} needs ${needed} people with two photographs; there are ${same.length}.`,
      `Add people, or use a weaker claim: --miss-rate ${rounded(upperBound(0, same.length))} (at least ${leastPeople} people)`,
    )
  }
}

/**
 * Returns the largest limit within which at most this share of stranger pairs falls. Valid for any
 * distribution of distances, although the limit is derived from the same pairs (Wilks, 1941).
 */
function limitOfStrangers(strangers: readonly number[], rate: number): number {
  let allowed = 0
  while (upperBound(allowed + 1, strangers.length) <= rate) allowed += 1
  return justBelow(strangers[allowed] ?? 0)
}

/** Returns the smallest limit that is exceeded by at most this share of people's pairs. */
function limitOfMisses(same: readonly number[][], rate: number): number {
  const distances = same.flat().sort((a, b) => a - b)
  const keeps = (limit: number) => rateOfPeople(same, (distance) => distance >= limit).high <= rate
  let [low, high] = [0, distances.length - 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (keeps(justAbove(distances[middle] ?? 0))) high = middle
    else low = middle + 1
  }
  return justAbove(distances[low] ?? 0)
}

/**
 * Gives every person equal weight: each contributes the share of their pairs that satisfy the condition (Korn
 * and Graubard, 1998).
 */
function rateOfPeople(same: readonly number[][], holds: (distance: number) => boolean): MeasuredRate {
  const shares = same.map((distances) => distances.filter(holds).length / distances.length)
  return measuredRate(
    shares.reduce((sum, share) => sum + share, 0),
    same.length,
  )
}

/**
 * Fits a normal distribution and increases its deviation until it covers the nearest tenth of the strangers.
 */
function strangerModel({ strangers, people }: GroupedPairs): StrangerModel {
  const count = strangers.length
  const mean = strangers.reduce((sum, value) => sum + value, 0) / count
  const squares = strangers.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  let deviation = Math.sqrt(squares / (count - 1))
  for (let rank = tail.least; rank <= count * tail.share; rank = Math.ceil(rank * tail.step)) {
    const needed = (mean - (strangers[rank - 1] ?? mean)) / -normalQuantile(rank / count)
    deviation = Math.max(deviation, needed)
  }
  return { mean, deviation, measuredDownTo: upperBound(0, count), people }
}

function doesNotSeparate({ rate, low }: MeasuredRate, claim: number) {
  return calibrationError(
    `The model does not distinguish people: with a false-match rate of ${claim}, ${percent(rate)} of people match themselves (95 %: at least ${percent(low)}; required: ${percent(leastFound)}).`,
    'Check the alignment, channels and scale in its description, or use another model.',
  )
}

function tooLarge({ rate, low }: MeasuredRate, people: number, enough: number | undefined) {
  return calibrationError(
    `Among ${people} people, the model finds ${percent(rate)} of returning people (95 %: at least ${percent(low)}; required: ${percent(leastFound)}).`,
    enough === undefined
      ? 'Even among 1000 people, the model finds too few returning people: use another model, or add pairs of more people.'
      : `Use a smaller gallery: --people ${enough}; or use another model, or add pairs of more people.`,
  )
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
/** Rounds up, so that the suggested rate is supported by the available pairs. */
const rounded = (rate: number) => Math.ceil(rate * 1e4) / 1e4
const justBelow = (distance: number) => Math.floor(distance * 1e6 - 1) / 1e6
const justAbove = (distance: number) => Math.ceil(distance * 1e6 + 1) / 1e6
