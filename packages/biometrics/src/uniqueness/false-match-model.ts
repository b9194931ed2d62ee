/**
 * How often two strangers' templates are at most so far apart. The distances of strangers are taken as normally
 * distributed; mean and spread follow from the two published points of this embedding on LFW (0.12 % below 0.55 and
 * 0.66 % below 0.60 in the network's scale, whose vectors have a length of about 1.507).
 *
 * Down to about one in a thousand this is measured. Beyond, it is the tail of an assumed curve, and real tails are
 * heavier: relatives, twins, bad pictures. See the README for what the photographs at hand show.
 */
export const falseMatchModel = { mean: 0.5459, deviation: 0.0596, measuredDownTo: 1e-3 }

/** The distance below which a stranger comes with this probability. */
export function distanceForFalseMatchRate(rate: number): number {
  return falseMatchModel.mean + falseMatchModel.deviation * normalQuantile(rate)
}

export function falseMatchRateAt(distance: number): number {
  return normalTail((distance - falseMatchModel.mean) / falseMatchModel.deviation)
}

/** The probability of a standard normal value below `z`, exact to about seven digits in the tail, too. */
function normalTail(z: number): number {
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

function normalQuantile(rate: number): number {
  let low = -40
  let high = 10
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2
    if (normalTail(middle) < rate) low = middle
    else high = middle
  }
  return (low + high) / 2
}
