import type { GrayRaster } from '@touchstone/images'

/** Enlarges the image by `factor` with Catmull-Rom interpolation, which keeps the edges of print sharp. */
export function enlargeGray({ width, height, data }: GrayRaster, factor: number): GrayRaster {
  const across = tapsOf(width, factor)
  const down = tapsOf(height, factor)
  const wide = across.size
  const high = down.size
  const rows = new Float32Array(wide * height)
  for (let y = 0; y < height; y++) {
    const start = y * width
    for (let x = 0; x < wide; x++) {
      let sum = 0
      for (let tap = x * 4; tap < x * 4 + 4; tap++)
        sum += (data[start + (across.from[tap] ?? 0)] ?? 0) * (across.weight[tap] ?? 0)
      rows[y * wide + x] = sum
    }
  }
  const large = new Uint8ClampedArray(wide * high)
  const at = (y: number, tap: number) => (down.from[y * 4 + tap] ?? 0) * wide
  for (let y = 0; y < high; y++) {
    const [a, b, c, d] = [at(y, 0), at(y, 1), at(y, 2), at(y, 3)]
    const [wa = 0, wb = 0, wc = 0, wd = 0] = down.weight.subarray(y * 4, y * 4 + 4)
    for (let x = 0; x < wide; x++)
      large[y * wide + x] =
        (rows[a + x] ?? 0) * wa + (rows[b + x] ?? 0) * wb + (rows[c + x] ?? 0) * wc + (rows[d + x] ?? 0) * wd
  }
  return { width: wide, height: high, data: new Uint8Array(large.buffer) }
}

/** Returns four source pixels and weights for each new pixel. Beyond an edge, the edge pixel is repeated. */
function tapsOf(old: number, factor: number): { size: number; from: Int32Array; weight: Float64Array } {
  const size = Math.round(old * factor)
  const from = new Int32Array(size * 4)
  const weight = new Float64Array(size * 4)
  for (let index = 0; index < size; index++) {
    const middle = (index + 0.5) / factor - 0.5
    const first = Math.floor(middle)
    const t = middle - first
    weight[index * 4] = ((2 - t) * t - 1) * t * 0.5
    weight[index * 4 + 1] = ((3 * t - 5) * t * t + 2) * 0.5
    weight[index * 4 + 2] = ((4 - 3 * t) * t + 1) * t * 0.5
    weight[index * 4 + 3] = (t - 1) * t * t * 0.5
    for (let tap = 0; tap < 4; tap++) from[index * 4 + tap] = Math.max(0, Math.min(old - 1, first - 1 + tap))
  }
  return { size, from, weight }
}
