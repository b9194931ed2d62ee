/**
 * Minimum confidence of a field's least certain character. The limits were set on development seeds so that
 * no wrong reading passes. The evaluation uses other seeds.
 */
export const acceptanceLimits = {
  /** For fields without a check digit or matching print, where only the network's confidence counts. */
  alone: 0.86,
  /**
   * For optional data. Optional data can contain letters and digits, so the confidence for 0 is always lower
   * than in a field that contains only letters or only digits. Applies only to large characters: of 1,063
   * generated fields with large characters, none with a confidence above 0.52 was misread; of 648 with smaller
   * characters, none with a confidence above 0.70 was misread (`measure-confidence`).
   */
  added: 0.73,
  /**
   * For fields that a check digit confirms. One wrong reading in ten passes a check digit, so a minimum
   * confidence is still required.
   */
  checked: 0.6,
  /** For fields that the printed text confirms. */
  printed: 0.4,
  /** Minimum mean confidence of all characters. */
  clarity: 0.7,
}
