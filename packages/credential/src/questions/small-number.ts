/** A number of a question: the circuits take eight bits. */
export function smallNumber(value: number, name: string, least: number): bigint {
  if (Number.isInteger(value) && value >= least && value <= 255) return BigInt(value)
  throw new RangeError(`the question "${name}" takes a whole number from ${least} to 255`)
}
