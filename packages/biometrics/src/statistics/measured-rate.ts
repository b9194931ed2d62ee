/** A measured rate with its lower and upper bounds. Each bound has 95 % confidence on its own. */
export type MeasuredRate = { hits: number; of: number; rate: number; low: number; high: number }

/** The confidence of each bound. */
export const confidence = 0.95

/**
 * Returns the rate of hits in this many trials, with its bounds (Clopper and Pearson, 1934). The number of
 * hits can be fractional if trials come in clusters.
 */
export function measuredRate(hits: number, of: number): MeasuredRate {
  if (of <= 0) return { hits: 0, of: 0, rate: 0, low: 0, high: 1 }
  return { hits, of, rate: hits / of, low: lowerBound(hits, of), high: upperBound(hits, of) }
}

/** Returns the upper bound with 95 % confidence. */
export function upperBound(hits: number, of: number): number {
  if (hits >= of) return 1
  return quantile(confidence, hits + 1, of - hits)
}

/** Returns the lower bound with 95 % confidence. */
function lowerBound(hits: number, of: number): number {
  if (hits <= 0) return 0
  return quantile(1 - confidence, hits, of - hits + 1)
}

/** Formats the upper bound as text. */
export function atMost({ high }: MeasuredRate): string {
  return `at most ${(high * 100).toPrecision(2)} %`
}

/** Returns how many trials without a hit are needed to show that a rate is at most this value. */
export function triesFor(rate: number): number {
  return Math.ceil(Math.log(1 - confidence) / Math.log1p(-rate))
}

/** Returns the quantile of the beta distribution. */
function quantile(probability: number, a: number, b: number): number {
  let low = 0
  let high = 1
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (incompleteBeta(middle, a, b) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * Returns the regularised incomplete beta function, calculated with its continued fraction (Lentz's method).
 */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front =
    Math.exp(a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)) / a
  const tiny = 1e-300
  let c = 1
  let d = 1 - ((a + b) * x) / (a + 1)
  d = 1 / (Math.abs(d) < tiny ? tiny : d)
  let fraction = d
  // The number of iterations needed is about the square root of the larger parameter.
  const most = 200 + Math.ceil(10 * Math.sqrt(Math.max(a, b)))
  for (let m = 1; m <= most; m++) {
    for (const part of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 + part * d
      d = 1 / (Math.abs(d) < tiny ? tiny : d)
      c = 1 + part / c
      if (Math.abs(c) < tiny) c = tiny
      fraction *= c * d
    }
    if (Math.abs(c * d - 1) < 1e-14) break
  }
  return front * fraction
}

/**
 * Uses Stirling's series for values that are large enough for four terms to be exact. Smaller values are
 * first shifted up with the recurrence of the gamma function.
 */
const exactFrom = 15

function logGamma(x: number): number {
  let factors = 1
  let large = x
  for (; large < exactFrom; large += 1) factors *= large
  const inverse = 1 / (large * large)
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / large
  return (large - 0.5) * Math.log(large) - large + Math.log(2 * Math.PI) / 2 + series - Math.log(factors)
}
