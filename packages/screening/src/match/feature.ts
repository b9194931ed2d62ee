/** One component of a score. The parts of a hit's features add up to its score. */
export type Feature = {
  readonly feature:
    | 'name'
    | 'spelling'
    | 'evidence'
    | 'contradiction'
    | 'legal-form'
    | 'number'
    | 'weak-alias'
    | 'birth-date'
    | 'nationality'
    | 'gender'
    | 'document'
  readonly part: number
  /** The reason in words, for the compliance officer who reviews the hit. */
  readonly why: string
}
