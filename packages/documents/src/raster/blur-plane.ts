/** Three box blurs in a row, which come close to a Gaussian blur of the given sigma; works in place on any plane. */
export function blurPlane(plane: Float32Array, width: number, height: number, sigma: number): void {
  if (sigma < 0.3) return
  // A kernel for small sigmas: boxes of whole pixels are too coarse there.
  if (sigma < 2) {
    blurByKernel(plane, width, height, sigma)
    return
  }
  const radius = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2))
  const line = new Float32Array(Math.max(width, height))
  for (let pass = 0; pass < 3; pass++) {
    for (let y = 0; y < height; y++) boxLine(plane, line, y * width, 1, width, radius)
    for (let x = 0; x < width; x++) boxLine(plane, line, x, width, height, radius)
  }
}

function boxLine(
  plane: Float32Array,
  line: Float32Array,
  start: number,
  step: number,
  length: number,
  radius: number,
): void {
  const at = (index: number) => plane[start + Math.min(length - 1, Math.max(0, index)) * step] ?? 0
  let sum = 0
  for (let k = -radius; k <= radius; k++) sum += at(k)
  const size = 2 * radius + 1
  for (let index = 0; index < length; index++) {
    line[index] = sum / size
    sum += at(index + radius + 1) - at(index - radius)
  }
  for (let index = 0; index < length; index++) plane[start + index * step] = line[index] ?? 0
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
  // A row with its ends repeated: no place of it needs a question whether the kernel reaches past them.
  const row = new Float32Array(width + 2 * radius)
  for (let y = 0; y < height; y++) {
    const start = y * width
    row.set(plane.subarray(start, start + width), radius)
    row.fill(row[radius] ?? 0, 0, radius)
    row.fill(row[radius + width - 1] ?? 0, radius + width)
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let k = 0; k < kernel.length; k++) sum += (row[x + k] ?? 0) * (kernel[k] ?? 0)
      plane[start + x] = sum
    }
  }
}

/** Row by row: column by column, each step would leave the cache. */
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
