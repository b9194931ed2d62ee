/**
 * Applies three box blurs, which approximate a Gaussian blur with the given sigma. Works in place on any
 * plane.
 */
export function blurPlane(plane: Float32Array, width: number, height: number, sigma: number): void {
  if (sigma < 0.3) return
  // Uses an exact kernel for small sigmas, because boxes of whole pixels would be too coarse.
  if (sigma < 2) {
    blurByKernel(plane, width, height, sigma)
    return
  }
  const radius = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2))
  for (let pass = 0; pass < 3; pass++) {
    boxAcross(plane, width, height, radius)
    boxDown(plane, width, height, radius)
  }
}

function boxAcross(plane: Float32Array, width: number, height: number, radius: number): void {
  const size = 2 * radius + 1
  const row = new Float32Array(width + size)
  for (let y = 0; y < height; y++) {
    const start = y * width
    layRow(plane, row, start, width, radius)
    let sum = 0
    for (let k = 0; k < size; k++) sum += row[k] ?? 0
    for (let x = 0; x < width; x++) {
      plane[start + x] = sum / size
      sum += (row[x + size] ?? 0) - (row[x] ?? 0)
    }
  }
}

/** Processes whole rows at a time, because column-wise access would miss the cache at every step. */
function boxDown(plane: Float32Array, width: number, height: number, radius: number): void {
  const size = 2 * radius + 1
  const before = plane.slice()
  const sums = new Float64Array(width)
  const rowAt = (y: number) => Math.min(height - 1, Math.max(0, y)) * width
  for (let k = -radius; k <= radius; k++) {
    const from = rowAt(k)
    for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (before[from + x] ?? 0)
  }
  for (let y = 0; y < height; y++) {
    const [start, next, last] = [y * width, rowAt(y + radius + 1), rowAt(y - radius)]
    for (let x = 0; x < width; x++) {
      const sum = sums[x] ?? 0
      plane[start + x] = sum / size
      sums[x] = sum + ((before[next + x] ?? 0) - (before[last + x] ?? 0))
    }
  }
}

/** Pads a row by repeating its ends, so that the loop needs no bounds check. */
function layRow(plane: Float32Array, row: Float32Array, start: number, width: number, radius: number): void {
  row.set(plane.subarray(start, start + width), radius)
  row.fill(row[radius] ?? 0, 0, radius)
  row.fill(row[radius + width - 1] ?? 0, radius + width)
}

function blurByKernel(plane: Float32Array, width: number, height: number, sigma: number): void {
  const radius = Math.ceil(sigma * 2.5)
  const kernel = Float32Array.from({ length: 2 * radius + 1 }, (_, index) =>
    Math.exp(-((index - radius) ** 2) / (2 * sigma * sigma)),
  )
  const total = kernel.reduce((sum, weight) => sum + weight, 0)
  for (let k = 0; k < kernel.length; k++) kernel[k] = (kernel[k] ?? 0) / total
  blurAcross(plane, width, height, kernel)
  blurDown(plane, width, height, kernel)
}

function blurAcross(plane: Float32Array, width: number, height: number, kernel: Float32Array): void {
  const radius = kernel.length >> 1
  const row = new Float32Array(width + 2 * radius)
  for (let y = 0; y < height; y++) {
    const start = y * width
    layRow(plane, row, start, width, radius)
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let k = 0; k < kernel.length; k++) sum += (row[x + k] ?? 0) * (kernel[k] ?? 0)
      plane[start + x] = sum
    }
  }
}

/** Processes whole rows at a time, so that the data stays in the cache. */
function blurDown(plane: Float32Array, width: number, height: number, kernel: Float32Array): void {
  const radius = kernel.length >> 1
  const before = plane.slice()
  const sums = new Float64Array(width)
  for (let y = 0; y < height; y++) {
    sums.fill(0)
    for (let k = 0; k < kernel.length; k++) {
      const start = Math.min(height - 1, Math.max(0, y + k - radius)) * width
      const weight = kernel[k] ?? 0
      for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (before[start + x] ?? 0) * weight
    }
    plane.set(sums, y * width)
  }
}
