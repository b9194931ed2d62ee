import { type Raster, toGray } from '@touchstone/images'
import { shrinkGray } from '../raster/shrink-gray.ts'

export type PictureQuality = {
  /** Steepness of the steepest edges relative to their height, from 0 (unusable) to 1 (crisp). */
  sharpness: number
  /** Fraction of overexposed pixels. */
  glare: number
  /** Mean brightness, 0 to 255. */
  brightness: number
  /** Brightness difference between dark and light parts, 0 to 255. */
  contrast: number
}

/** Measures a picture's quality before it is read. */
export function measureQuality(raster: Raster): PictureQuality {
  const { gray } = shrinkGray(toGray(raster), 1600)
  const { width, height, data } = gray
  const counts = new Uint32Array(256)
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1
  let sum = 0
  for (let value = 0; value < 256; value++) sum += value * (counts[value] ?? 0)
  return {
    sharpness: measureSharpness(data, width, height),
    glare: measureGlare(data, width, height),
    brightness: sum / data.length,
    contrast: percentile(counts, data.length, 0.95) - percentile(counts, data.length, 0.05),
  }
}

function percentile(counts: Uint32Array, total: number, share: number): number {
  let seen = 0
  for (let value = 0; value < 256; value++) {
    seen += counts[value] ?? 0
    if (seen >= total * share) return value
  }
  return 255
}

/**
 * Returns, for each of the strongest edges, the step between two neighbouring pixels as a fraction of the
 * rise over seven pixels. A crisp edge rises in one or two steps, a blurred edge in many. Three rows are
 * averaged, because noise would otherwise look crisp.
 */
function measureSharpness(data: Uint8Array, width: number, height: number): number {
  const shares: number[] = []
  const row = new Float32Array(width)
  for (let y = 1; y < height - 1; y += 2) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      row[x] = ((data[at - width] ?? 0) + (data[at] ?? 0) + (data[at + width] ?? 0)) / 3
    }
    for (let x = 4; x < width - 4; x++) {
      const step = Math.abs((row[x + 1] ?? 0) - (row[x] ?? 0))
      if (step < 9) continue
      const before = Math.abs((row[x] ?? 0) - (row[x - 1] ?? 0))
      const after = Math.abs((row[x + 2] ?? 0) - (row[x + 1] ?? 0))
      if (step < before || step < after) continue
      let low = 255
      let high = 0
      for (let k = x - 3; k <= x + 4; k++) {
        const value = row[k] ?? 0
        if (value < low) low = value
        if (value > high) high = value
      }
      if (high - low >= 40) shares.push(step / (high - low))
    }
  }
  if (shares.length < 200) return 0
  shares.sort((a, b) => a - b)
  return Math.min(1, (shares[Math.floor(shares.length * 0.5)] ?? 0) / 0.55)
}

/**
 * Counts overexposed blocks. Single white pixels can be paper, but whole blocks without any detail are a
 * reflection.
 */
function measureGlare(data: Uint8Array, width: number, height: number): number {
  const block = 16
  let blown = 0
  let all = 0
  for (let top = 0; top + block <= height; top += block) {
    for (let left = 0; left + block <= width; left += block) {
      let white = 0
      for (let y = top; y < top + block; y++) {
        for (let x = left; x < left + block; x++) if ((data[y * width + x] ?? 0) >= 253) white += 1
      }
      if (white > block * block * 0.85) blown += 1
      all += 1
    }
  }
  return all === 0 ? 0 : blown / all
}
