/**
 * Minimum confidence of the least certain character of a field. Set on development seeds so that no wrong
 * reading passes; the evaluation uses other seeds.
 */
export const acceptanceLimits = {
  /** Without check digit and matching print: only the network's confidence counts. */
  alone: 0.86,
  /**
   * Optional data, where both letters and digits are allowed and confidence for 0 is always lower than in a
   * field of letters or digits only. Applies to large characters only: of 1,063 drawn fields of these none
   * was wrong above 0.52, of 648 of smaller ones none above 0.70 (`measure-confidence`).
   */
  added: 0.73,
  /**
   * A check digit confirms the field. One wrong reading in ten passes, so some confidence is still required.
   */
  checked: 0.6,
  /** The printed text confirms the field. */
  printed: 0.4,
  /** Mean over all characters. */
  clarity: 0.7,
}
