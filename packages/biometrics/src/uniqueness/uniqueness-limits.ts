import { distanceForFalseMatchRate, falseMatchModel } from '../match/false-match-model.ts'

/** What is accepted, of all new people: how many may be called a duplicate, how many may be asked again or reviewed. */
export const uniquenessGoals = {
  falseDuplicates: 0.001,
  falseGrey: 0.05,
  /**
   * People of one year of birth are at most about one in forty of a grown-up population, so that a stranger with the
   * same year is as rare as a stranger in a gallery of a fortieth of the size.
   */
  shareOfBirthYear: 1 / 40,
}

export type UniquenessLimits = {
  gallerySize: number
  /** At most this far: a duplicate, by the face alone. */
  duplicate: number
  /** At most this far: neither new nor known for sure. */
  grey: number
  /** The same two where the year of birth agrees. */
  duplicateOfBirthYear: number
  greyOfBirthYear: number
  /** Of one comparison with a stranger, at `duplicate` and at `grey`. */
  falseMatchRate: { duplicate: number; grey: number }
}

/** The limits for a gallery of so many people: each comparison must be as much rarer wrong as there are more of them. */
export function uniquenessLimits(gallerySize: number, strangers = falseMatchModel): UniquenessLimits {
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

/** For the documents and for who wants to look: the limits at three sizes. */
export function uniquenessTable(strangers = falseMatchModel): UniquenessLimits[] {
  return [1_000, 10_000, 1_000_000].map((people) => uniquenessLimits(people, strangers))
}
