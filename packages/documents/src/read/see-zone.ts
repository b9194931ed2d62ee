import type { GrayRaster } from '@touchstone/images'
import { type FoundMrz, findMrzCandidates } from '../find/find-mrz.ts'
import { enlargeGray } from '../raster/enlarge-gray.ts'
import { type Homography, multiply } from '../raster/homography.ts'
import type { GlyphWeights } from './glyph-net.ts'
import { readZone, type ZoneReading } from './read-zone.ts'

/** Below this side characters of a page that fills the picture are too few pixels wide to be told apart as marks. */
const smallSide = 1100
const mostEnlarged = 4
/** Read as surely as this, no other candidate needs a look. */
const clearlyRead = 0.85

export type SeenZone = { zone?: FoundMrz; reading?: ZoneReading }

/** Finds the zone of a picture and reads it: of all that could be one, what reads best. In pixels of the picture as given. */
export function seeZone(picture: GrayRaster, nets: readonly GlyphWeights[]): SeenZone {
  const factor = Math.min(mostEnlarged, smallSide / Math.max(picture.width, picture.height))
  const gray = factor > 1.1 ? enlargeGray(picture, factor) : picture
  let best: { zone: FoundMrz; reading: ZoneReading } | undefined
  for (const zone of findMrzCandidates(gray)) {
    const reading = readZone(gray, zone, nets)
    if (reading && (best === undefined || reading.clarity > best.reading.clarity)) best = { zone, reading }
    if (best && best.reading.clarity > clearlyRead) break
  }
  if (best === undefined || gray === picture) return best ?? {}
  return shrinkBack(best, factor)
}

function shrinkBack({ zone, reading }: { zone: FoundMrz; reading: ZoneReading }, factor: number): SeenZone {
  // Middles of pixels, not their corners, lie on whole numbers.
  const shift = 0.5 / factor - 0.5
  const back: Homography = [1 / factor, 0, shift, 0, 1 / factor, shift, 0, 0, 1]
  const at = ([x, y]: readonly [number, number]) => [x / factor + shift, y / factor + shift] as const
  const [a, b, c, d] = zone.corners
  return {
    zone: {
      ...zone,
      grid: multiply(back, zone.grid),
      pitch: zone.pitch / factor,
      corners: [at(a), at(b), at(c), at(d)],
    },
    reading: { ...reading, grid: multiply(back, reading.grid) },
  }
}
