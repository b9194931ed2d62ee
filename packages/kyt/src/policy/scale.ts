/** The score for an address without known risk. */
export const floor = 3

/** Converts a policy's decimal number to an integer. Policy numbers have at most six decimal places. */
export function toMillionths(value: number, decimals: number): bigint {
  return BigInt(Math.round(value * 10 ** decimals))
}
