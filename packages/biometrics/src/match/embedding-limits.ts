import { builtInEmbedding } from '../engine/face-models.ts'
import { atMost, type MeasuredRate } from '../statistics/measured-rate.ts'
import { falseMatchModel, type StrangerModel } from './false-match-model.ts'
import { matchLimits } from './match-limits.ts'

/** How often an embedding errs, as it was calibrated: in every answer that rests on it. */
export type EmbeddingRates = {
  /** Pairs of strangers that are called the same person. */
  falseMatches: MeasuredRate
  /** People whose pictures are called the same person; and those whose are called different people. */
  matched: MeasuredRate
  missed: MeasuredRate
  /** Of people who come a second time, how many are found at once or asked about, in a gallery of so many. */
  found: { people: number; duplicate: MeasuredRate; grey: MeasuredRate }
}

/** What decides about the faces of one embedding: distances of two models can't be compared. */
export type EmbeddingLimits = {
  /** The model, as templates carry it. */
  model: string
  /** At most this: the same person. */
  same: number
  /** At least this: someone else. */
  different: number
  /** A picture that is farther from the middle of its session shows someone else, or too little. */
  outlier: number
  /** For uniqueness: how far strangers are from one another. */
  strangers: StrangerModel
  /** Of a model that was calibrated. */
  rates?: EmbeddingRates
}

export const builtInLimits: EmbeddingLimits = {
  model: builtInEmbedding,
  same: matchLimits.same,
  different: matchLimits.different,
  outlier: matchLimits.outlier,
  strangers: falseMatchModel,
}

/** The model with how often it errs, as one line: what a journal says of who decided. */
export function describeEmbedding({ model, rates }: EmbeddingLimits): string {
  if (rates === undefined) return model
  return `${model}, false matches ${atMost(rates.falseMatches)}, missed ${atMost(rates.missed)}`
}
