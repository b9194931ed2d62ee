/** The probability of a standard normal value below `z`, exact to about seven digits in the tail, too. */
export function normalTail(z: number): number {
  if (z > 0) return 1 - normalTail(-z)
  // A continued fraction for the tail (Laplace); for small |z| a series is exact and quick.
  const x = -z
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  if (x < 3) {
    let term = x
    let sum = x
    for (let n = 1; n < 60; n++) {
      term *= (x * x) / (2 * n + 1)
      sum += term
    }
    return 0.5 - density * sum
  }
  let fraction = x
  for (let n = 60; n > 0; n--) fraction = x + n / fraction
  return density / fraction
}

/** The value below which a standard normal one comes with this probability. */
export function normalQuantile(rate: number): number {
  let low = -40
  let high = 10
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2
    if (normalTail(middle) < rate) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * How many sample deviations below the sample mean a normal population has at most the share below `-z`, with this
 * confidence, where mean and deviation come from `size` values (Natrella, Experimental Statistics, 1963, 2-15).
 */
export function toleranceFactor(size: number, z: number, confidence: number): number {
  const sure = normalQuantile(confidence)
  const a = 1 - sure ** 2 / (2 * (size - 1))
  const b = z ** 2 - sure ** 2 / size
  // With fewer than four values nothing can be said.
  if (a <= 0) return Number.POSITIVE_INFINITY
  return (z + Math.sqrt(Math.max(0, z ** 2 - a * b))) / a
}
