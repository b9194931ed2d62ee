/**
 * Returns the probability of a standard normal value below `z`, exact to about seven digits, including the
 * tail.
 */
export function normalTail(z: number): number {
  if (z > 0) return 1 - normalTail(-z)
  // For the tail, uses a continued fraction (Laplace). For small |z|, a series is exact and fast.
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

/** Returns the standard normal quantile for this probability. */
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
 * Returns the one-sided tolerance factor k: with this confidence, the share of a standard normal population
 * below `-z` is an upper bound on the share of the sampled population that is more than k sample deviations
 * below the mean of a sample of `size` values (Natrella, Experimental Statistics, 1963, 2-15).
 */
export function toleranceFactor(size: number, z: number, confidence: number): number {
  const sure = normalQuantile(confidence)
  const a = 1 - sure ** 2 / (2 * (size - 1))
  const b = z ** 2 - sure ** 2 / size
  // The approximation is not defined for very few values.
  if (a <= 0) return Number.POSITIVE_INFINITY
  return (z + Math.sqrt(Math.max(0, z ** 2 - a * b))) / a
}
