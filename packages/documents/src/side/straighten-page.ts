import type { Raster } from '@touchstone/images'
import { encodeImage } from '@touchstone/images/encode'
import type { DocumentKind } from '../mrz/mrz-layout.ts'
import { above } from '../print/straighten-print.ts'
import type { Homography } from '../raster/homography.ts'
import type { DocumentSide } from './document-side.ts'

/** Width, in pitches, of the margins included to the left and right of the zone. */
const beside = 3
/**
 * Width of the result in pixels. It is close to the face checker's input size, because the checker would
 * discard further detail.
 */
const width = 950
/** Millimetres per pitch. */
const pitchMm = 2.54
/**
 * ICAO Doc 9303 parts 4, 6 and 7: the portrait is at the left edge, above the zone, and at most 45 mm high.
 * Its centre is in the left third of the page. The limits leave a margin for errors in the measured
 * perspective.
 */
const photoShare = 0.4
const photoHeightMm = 45

/** Rectifies the part of the page above the zone, using the zone's grid and preserving colour. */
export async function straightenPage(
  frame: Raster,
  grid: Homography,
  kind: DocumentKind,
  length: number,
): Promise<DocumentSide> {
  const across = length + 2 * beside
  const pixels = width / across
  const rows = above[kind].rows + 1.5
  const height = Math.round(rows * pixels)
  const data = new Uint8ClampedArray(width * height * 4).fill(128)
  for (let row = 0, at = 0; row < height; row++) {
    const v = row / pixels - rows - 0.8
    for (let column = 0; column < width; column++, at += 4) {
      const u = column / pixels - beside
      const depth = grid[6] * u + grid[7] * v + grid[8]
      const x = (grid[0] * u + grid[1] * v + grid[2]) / depth
      const y = (grid[3] * u + grid[4] * v + grid[5]) / depth
      data[at + 3] = 255
      if (depth > 0) sample(frame, x, y, data, at)
    }
  }
  return {
    from: 'page',
    picture: await encodeImage({ width, height, data }),
    photo: { left: 0, top: 0, right: photoShare, bottom: 1 },
    largestFace: photoHeightMm / pitchMm / across,
  }
}

/** Pixels outside the picture are grey, because repeating the edge could produce a false image. */
function sample(
  { width: wide, height, data }: Raster,
  x: number,
  y: number,
  into: Uint8ClampedArray,
  at: number,
): void {
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (!(left >= 0 && top >= 0 && left < wide - 1 && top < height - 1)) return
  const fx = x - left
  const fy = y - top
  const from = (top * wide + left) * 4
  for (let channel = 0; channel < 3; channel++) {
    const a = data[from + channel] ?? 0
    const b = data[from + 4 + channel] ?? 0
    const c = data[from + wide * 4 + channel] ?? 0
    const d = data[from + wide * 4 + 4 + channel] ?? 0
    into[at + channel] = (a + (b - a) * fx) * (1 - fy) + (c + (d - c) * fx) * fy
  }
}
