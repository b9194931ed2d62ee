import { builtInLimits } from '../match/embedding-limits.ts'
import { distanceForFalseMatchRate, type StrangerModel } from '../match/false-match-model.ts'

/**
 * The accepted error rates: the share of new people who are classified as duplicates, and the share who are
 * checked again or reviewed.
 */
export const uniquenessGoals = {
  falseDuplicates: 0.001,
  falseGrey: 0.05,
  /**
   * At most about one in forty adults was born in a given year. Comparisons with people born in the same year
   * therefore need only the limits of a gallery that is one-fortieth of the size.
   */
  shareOfBirthYear: 1 / 40,
}

export type UniquenessLimits = {
  gallerySize: number
  /** Up to this distance, the face alone identifies the person as a duplicate. */
  duplicate: number
  /** Up to this distance, the result is undecided. */
  grey: number
  /** The same two limits, for people with equal birth years. */
  duplicateOfBirthYear: number
  greyOfBirthYear: number
  /** False-match rates of one comparison with a stranger, at `duplicate` and at `grey`. */
  falseMatchRate: { duplicate: number; grey: number }
}

/**
 * Returns the limits for a gallery of this size. To keep the total error rate constant, the error rate of
 * each comparison has to be inversely proportional to the number of people.
 */
export function uniquenessLimits(gallerySize: number, strangers = builtInLimits.strangers): UniquenessLimits {
  const people = Math.max(1, gallerySize)
  const samePeople = Math.max(1, people * uniquenessGoals.shareOfBirthYear)
  const { falseDuplicates, falseGrey } = uniquenessGoals
  const distanceFor = (rate: number) => distanceForFalseMatchRate(rate, strangers)
  return {
    gallerySize,
    duplicate: distanceFor(falseDuplicates / people),
    grey: distanceFor(falseGrey / people),
    duplicateOfBirthYear: distanceFor(falseDuplicates / samePeople),
    greyOfBirthYear: distanceFor(falseGrey / samePeople),
    falseMatchRate: { duplicate: falseDuplicates / people, grey: falseGrey / people },
  }
}

/**
 * Returns the largest distance that can affect the decision about someone with a different document. People
 * with the same document affect it at any distance.
 */
export function farthestRelevant(gallerySize: number, strangers: StrangerModel): number {
  const { duplicate, grey, duplicateOfBirthYear, greyOfBirthYear } = uniquenessLimits(gallerySize, strangers)
  return Math.max(duplicate, grey, duplicateOfBirthYear, greyOfBirthYear)
}

/** Returns the limits for four gallery sizes, for documentation and inspection. */
export function uniquenessTable(strangers = builtInLimits.strangers): UniquenessLimits[] {
  return [1_000, 10_000, 100_000, 1_000_000].map((people) => uniquenessLimits(people, strangers))
}
