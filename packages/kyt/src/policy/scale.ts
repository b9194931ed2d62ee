/** The score of an address with no known risk. */
export const floor = 3

/** Converts a decimal number of the policy to an integer. Policy numbers have at most six decimals. */
export function toMillionths(value: number, decimals: number): bigint {
  return BigInt(Math.round(value * 10 ** decimals))
}
