import { type Raster, toGray } from '@touchstone/images'
import { shrinkGray } from '../raster/shrink-gray.ts'

export type PictureQuality = {
  /** 0 blurred beyond use to 1 crisp: how steep the steepest edges are, against how high they rise. */
  sharpness: number
  /** Share of the picture that is blown out to white. */
  glare: number
  /** Mean brightness, 0 to 255. */
  brightness: number
  /** How far dark and light parts lie apart, 0 to 255. */
  contrast: number
}

/** What can be said of a picture before anything is read in it. */
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
 * On each of the strongest edges: the step between two neighbours as a share of the rise over seven pixels. A crisp edge
 * rises in one or two steps, a blurred one in many. Means of three rows keep noise from looking crisp.
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

/** Blown-out blocks: single white pixels are paper, whole blocks without any drawing are a lamp. */
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
