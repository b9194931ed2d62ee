/** Thresholds and weights of the matching, in one place. Whoever changes one gives it a new version. */
export const screeningPolicy = {
  version: '2026-11-1',
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
    nickname: 0.88,
    initial: 0.8,
    /** Candidates that are compared in full. */
    candidates: 48,
    /** Taken off for letters that differ: this much for each whole token's worth of difference, on average. */
    closeness: 1,
    /** Taken off for each unit of evidence that is missing to enough: two common names are shared by many people. */
    thinness: 0.2,
    enoughEvidence: 2,
    /** Taken off where only an alias agrees that the list itself calls weak. */
    weakAlias: 0.03,
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
