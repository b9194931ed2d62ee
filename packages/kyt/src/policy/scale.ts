/** The score of somebody of whom nothing bad is known. */
export const floor = 3

/** A decimal number of the policy in whole units; it has six decimals at most. */
export function toMillionths(value: number, decimals: number): bigint {
  return BigInt(Math.round(value * 10 ** decimals))
}
