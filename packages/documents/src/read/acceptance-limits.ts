/**
 * How sure the least sure character of a field has to be. Set on development seeds so that nothing wrong passes; the
 * evaluation runs on other seeds.
 */
export const acceptanceLimits = {
  /** No check digit, no print: the eye of the net alone. */
  alone: 0.86,
  /** A check digit holds for it: wrong ones pass one time in ten, so it still must look right. */
  checked: 0.6,
  /** The printed text says the same. */
  printed: 0.4,
  /** Of all characters together. */
  clarity: 0.7,
}
