import type { GrayRaster } from '@touchstone/images'

/** The picture `factor` times as large, through the smooth curve (Catmull-Rom) of its pixels: edges of print stay edges. */
export function enlargeGray({ width, height, data }: GrayRaster, factor: number): GrayRaster {
  const across = tapsOf(width, factor)
  const down = tapsOf(height, factor)
  const wide = across.length / 4
  const high = down.length / 4
  const rows = new Float32Array(wide * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < wide; x++) {
      let sum = 0
      for (let tap = 0; tap < 4; tap++) {
        const { from, weight } = across[x * 4 + tap] ?? nothing
        sum += (data[y * width + from] ?? 0) * weight
      }
      rows[y * wide + x] = sum
    }
  }
  const large = new Uint8ClampedArray(wide * high)
  for (let y = 0; y < high; y++) {
    const taps = down.slice(y * 4, y * 4 + 4)
    for (let x = 0; x < wide; x++) {
      let sum = 0
      for (const { from, weight } of taps) sum += (rows[from * wide + x] ?? 0) * weight
      large[y * wide + x] = sum
    }
  }
  return { width: wide, height: high, data: new Uint8Array(large.buffer) }
}

type Tap = { from: number; weight: number }

const nothing: Tap = { from: 0, weight: 0 }

/** For each new pixel the four old ones around its middle and what they weigh; past an edge its own pixel stands. */
function tapsOf(size: number, factor: number): Tap[] {
  return Array.from({ length: Math.round(size * factor) }, (_, index) => {
    const at = (index + 0.5) / factor - 0.5
    const first = Math.floor(at)
    const t = at - first
    const weights = [
      ((2 - t) * t - 1) * t * 0.5,
      ((3 * t - 5) * t * t + 2) * 0.5,
      ((4 - 3 * t) * t + 1) * t * 0.5,
      (t - 1) * t * t * 0.5,
    ]
    return weights.map((weight, tap) => ({
      from: Math.max(0, Math.min(size - 1, first - 1 + tap)),
      weight,
    }))
  }).flat()
}
