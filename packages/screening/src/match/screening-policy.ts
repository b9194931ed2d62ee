/** No question goes lower. */
export const leastThreshold = 0.3

/** Thresholds and weights of the matching, in one place. Whoever changes one gives it a new version. */
export const screeningPolicy = {
  version: '2026-11-2',
  /** From this score on a listed party is a hit. */
  threshold: 0.6,
  names: {
    /** Weight of what was asked for against weight of what is listed. */
    askedShare: 0.55,
    /** Titles count this much of what a name counts. */
    honorificWeight: 0.3,
    initialWeight: 0.3,
    /** Names that many people bear though few of the listed do count this much less. */
    commonName: 0.85,
    /** No part of a name counts less: every part of every name is on some list. */
    leastWeight: 0.12,
    /** Below this two tokens are not the same name. */
    leastSimilarity: 0.6,
    /** The same where two tokens stand for one. */
    leastJoined: 0.84,
    /** The same where two Latin tokens stand for two that part elsewhere. */
    leastParted: 0.94,
    nickname: 0.88,
    initial: 0.8,
    /** Candidates that are compared in full. */
    candidates: 48,
    /** Taken off for letters that differ: this much for each whole token's worth of difference, on average. */
    closeness: 1,
    /** Taken off for each unit of evidence that is missing to enough: two common names are shared by many people. */
    thinness: 0.2,
    enoughEvidence: 2,
    /** Taken off where both have parts that the other one lacks, for each unit of what the lesser of the two weighs. */
    contradiction: 0.25,
    /** From which share that agrees on it begins to count, and from which on it counts wholly. */
    contradictionFrom: 0.55,
    contradictionTo: 0.85,
    /** Taken off where only an alias agrees that the list itself calls weak. */
    weakAlias: 0.03,
  },
  /** Names of companies, ships and all else that is no person. */
  organisations: {
    askedShare: 0.5,
    /** By what a part is: a name of its own, a word that many have, a number, a legal form. */
    wordWeights: { name: 1, generic: 0.6, number: 0.5, form: 0.02 },
    leastWeight: 0.2,
    /** Below this two words are not the same. */
    leastSimilarity: 0.72,
    closeness: 0.3,
    thinness: 0.1,
    enoughEvidence: 1,
    /** Taken off where both have parts that the other one lacks, by how much of a name the lesser of the two is. */
    contradiction: 0.25,
    /** Taken off where both say their legal form and the forms are not of one family. */
    otherForm: 0.12,
    /** Taken off where only one of the two has a number more. */
    numberMissing: 0.12,
  },
  birthDate: {
    agrees: 0,
    /** Day and month swapped, or one digit wrong. */
    slip: 0.02,
    /** The same day and month of another year; the first of January is what people write who do not know. */
    sameDay: 0.08,
    /** How far "circa" reaches. */
    circaYears: 2,
    /** By how many years the two are apart at the least. */
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
  /** What the score is at least where the number of a document agrees. */
  document: { match: 0.95 },
} as const
