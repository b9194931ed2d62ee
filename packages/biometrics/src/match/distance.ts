/** Returns the Euclidean distance between two embeddings of unit length. */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += ((a[index] ?? 0) - (b[index] ?? 0)) ** 2
  return Math.sqrt(sum)
}
