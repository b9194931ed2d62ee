/**
 * How sure the least sure character of a field has to be. Set on development seeds so that nothing wrong passes; the
 * evaluation runs on other seeds.
 */
export const acceptanceLimits = {
  /** No check digit, no print: the eye of the net alone. */
  alone: 0.86,
  /**
   * The same of what an issuer adds, where letters and digits alike may stand and 0 is never as sure as a letter among letters.
   * Only of characters that are large enough: of 1,063 drawn fields of these none was wrong above 0.52, of 648 of smaller
   * ones none above 0.70 (`measure-sureness`).
   */
  added: 0.73,
  /** A check digit holds for it: wrong ones pass one time in ten, so it still must look right. */
  checked: 0.6,
  /** The printed text says the same. */
  printed: 0.4,
  /** Of all characters together. */
  clarity: 0.7,
}
