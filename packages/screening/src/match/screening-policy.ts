/** Thresholds and weights of the matching, in one place. Whoever changes one gives it a new version. */
export const screeningPolicy = {
  version: '2026-11-1',
  /** From this score on a listed party is a hit. */
  threshold: 0.8,
  names: {
    /** Weight of what was asked for against weight of what is listed. */
    askedShare: 0.55,
    /** Titles count this much of what a name counts. */
    honorificWeight: 0.3,
    /** No part of a name counts less: every part of every name is on some list. */
    leastWeight: 0.12,
    /** Below this two tokens are not the same name. */
    leastSimilarity: 0.5,
    nickname: 0.88,
    initial: 0.6,
    /** Candidates that are compared in full. */
    candidates: 48,
    weakAlias: 0.03,
  },
  birthDate: { exact: 0, near: 0.02, years2: 0.08, years5: 0.14, years10: 0.22, far: 0.35 },
  nationality: { mismatch: 0.06 },
  gender: { mismatch: 0.1 },
  document: { match: 0.95 },
} as const
