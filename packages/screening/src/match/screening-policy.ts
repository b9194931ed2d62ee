/** The lowest threshold that a caller can set. */
export const leastThreshold = 0.3

/** All thresholds and weights for matching. Change the version whenever one of them changes. */
export const screeningPolicy = {
  version: '2026-11-2',
  /** Minimum score for a hit. */
  threshold: 0.6,
  names: {
    /**
     * Weight of the matching share of the searched name. The weight of the matching share of the listed name
     * is 1 minus this value.
     */
    searchedShare: 0.55,
    /** Factor for the weight of titles. */
    honorificWeight: 0.3,
    initialWeight: 0.3,
    /** Factor for names that are common worldwide but rare on the lists. */
    commonName: 0.85,
    /** Minimum weight of a name part, because every common name is on some list. */
    leastWeight: 0.12,
    /** Minimum similarity of two matching tokens. */
    leastSimilarity: 0.6,
    /** Minimum similarity if two tokens match one token. */
    leastJoined: 0.84,
    /** Minimum similarity if two Latin tokens match two tokens that are split at a different position. */
    leastParted: 0.94,
    nickname: 0.88,
    initial: 0.8,
    /** Number of candidates that are compared in full. */
    candidates: 48,
    /** Deduction per unit of average difference between the paired parts. */
    closeness: 1,
    /**
     * Deduction for each unit by which the weight of the matching parts falls short of the required weight,
     * because many people share the same two common names.
     */
    thinness: 0.2,
    enoughEvidence: 2,
    /**
     * Deduction if each name has a part that the other name lacks, per unit of unmatched weight in the name
     * with less unmatched weight.
     */
    contradiction: 0.25,
    /**
     * Matching shares at which the deduction for contradicting parts starts, and at which it applies in full.
     */
    contradictionFrom: 0.55,
    contradictionTo: 0.85,
    /** Deduction if the matching listed name is an alias that the list marks as weak. */
    weakAlias: 0.03,
  },
  /** Settings for the names of companies, ships and all other parties that are not persons. */
  organisations: {
    searchedShare: 0.5,
    /** Weights by class of word: distinctive name, common word, number, legal form. */
    wordWeights: { name: 1, generic: 0.6, number: 0.5, form: 0.02 },
    leastWeight: 0.2,
    /** Minimum similarity of two matching words. */
    leastSimilarity: 0.72,
    closeness: 0.3,
    thinness: 0.1,
    enoughEvidence: 1,
    /** Deduction if each name has a part that the other name lacks, scaled by the smaller unmatched share. */
    contradiction: 0.25,
    /** Deduction if both names have a legal form and the forms belong to different families. */
    otherForm: 0.12,
    /** Deduction if only one of the names has a number. */
    numberMissing: 0.12,
  },
  birthDate: {
    agrees: 0,
    /** Deduction if day and month are swapped or one digit is wrong. */
    slip: 0.02,
    /**
     * Deduction for the same day and month in another year. Excludes 1 January, which often means that the
     * date is unknown.
     */
    sameDay: 0.08,
    /** Number of years that "circa" covers in each direction. */
    circaYears: 2,
    /** Deductions for different dates, by the smallest distance between them in years. */
    apart: [
      { upTo: 1, taken: 0.04 },
      { upTo: 2, taken: 0.06 },
      { upTo: 5, taken: 0.1 },
      { upTo: 10, taken: 0.2 },
    ],
    far: 0.35,
  },
  nationality: { mismatch: 0.06 },
  gender: { mismatch: 0.1 },
  /** Minimum score if a document number matches. */
  document: { match: 0.95 },
} as const
