import { builtInEmbedding, facepluginEmbedding } from '../engine/face-models.ts'
import { atMost, type MeasuredRate } from '../statistics/measured-rate.ts'
import { falseMatchModel, type StrangerModel } from './false-match-model.ts'
import { matchLimits } from './match-limits.ts'

/** Calibrated error rates of an embedding. Included in every result that is based on the embedding. */
export type EmbeddingRates = {
  /** The share of pairs of strangers that are classified as the same person. */
  falseMatches: MeasuredRate
  /**
   * The share of people whose pictures are classified as the same person, and the share whose pictures are
   * classified as different people.
   */
  matched: MeasuredRate
  missed: MeasuredRate
  /**
   * The shares of returning people who are classified as duplicates or sent to review, in a gallery of this
   * size.
   */
  found: { people: number; duplicate: MeasuredRate; grey: MeasuredRate }
}

/** The limits of one embedding. Distances from different models cannot be compared. */
export type EmbeddingLimits = {
  /** The model's name, as recorded in templates. */
  model: string
  /** Up to this distance: the same person. */
  same: number
  /** At this distance or more: a different person. */
  different: number
  /**
   * A picture farther than this from the mean of its session shows another person or too little of the face.
   */
  outlier: number
  /** The distribution of distances between strangers, used to check uniqueness. */
  strangers: StrangerModel
  /** Present only for a calibrated model. */
  rates?: EmbeddingRates
}

export const builtInLimits: EmbeddingLimits = {
  model: builtInEmbedding,
  same: matchLimits.same,
  different: matchLimits.different,
  outlier: matchLimits.outlier,
  strangers: falseMatchModel,
}

/**
 * Set on half of the people of Labeled Faces in the Wild, single pictures; see the README. The deviation is that
 * of a normal distribution through the measured rates from 1e-3 to 1e-5, which are higher than in a normal
 * distribution with the measured deviation of 0.070.
 */
export const facepluginLimits: EmbeddingLimits = {
  model: facepluginEmbedding,
  same: 1.13,
  different: 1.22,
  outlier: 1.175,
  strangers: { mean: 1.4067, deviation: 0.082, measuredDownTo: 1e-4 },
}

/** Describes the model and its error rates in one line, for the journal. */
export function describeEmbedding({ model, rates }: EmbeddingLimits): string {
  if (rates === undefined) return model
  return `${model}, false matches ${atMost(rates.falseMatches)}, missed ${atMost(rates.missed)}`
}
