export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

export function medianDeviation(values: readonly number[]): number {
  const middle = median(values)
  return median(values.map((value) => Math.abs(value - middle)))
}

/** Returns Pearson's correlation of two lists, or 0 if one of them does not vary. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const meanA = mean(a)
  const meanB = mean(b)
  let product = 0
  let squaresA = 0
  let squaresB = 0
  a.forEach((value, index) => {
    const x = value - meanA
    const y = (b[index] ?? 0) - meanB
    product += x * y
    squaresA += x * x
    squaresB += y * y
  })
  const scale = Math.sqrt(squaresA * squaresB)
  return scale > 0 ? product / scale : 0
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
