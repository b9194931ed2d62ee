/** One component of a score. The features' parts add up to the hit's score. */
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
  /** The reason in plain language, for the compliance officer who reviews the hit. */
  readonly why: string
}
