import type { GrayRaster } from '@touchstone/images'
import { type FoundMrz, findFarMrz, findMrzCandidates, rescale, scaleGrid } from '../find/find-mrz.ts'
import { enlargeGray } from '../raster/enlarge-gray.ts'
import type { GlyphWeights } from './glyph-net.ts'
import { readZone, type ZoneReading } from './read-zone.ts'

/**
 * In an image below this side, the characters of a page that fills it are too small to be detected as marks.
 */
const smallSide = 1100
const mostEnlarged = 4
/** Clarity at which no other candidate is tried. */
const clearlyRead = 0.85
/** Clarity up to which the result may be noise, and the actual zone may be smaller. */
const hardlyRead = 0.6

export type SeenZone = { zone?: FoundMrz; reading?: ZoneReading }

/**
 * Finds and reads the zone of an image: the candidate with the best clarity. Coordinates are pixels of the
 * given image.
 */
export function seeZone(picture: GrayRaster, nets: readonly GlyphWeights[]): SeenZone {
  const target = Math.min(mostEnlarged, smallSide / Math.max(picture.width, picture.height))
  const factor = target > 1.1 ? target : 1
  const gray = factor > 1 ? enlargeGray(picture, factor) : picture
  const near = readBest(gray, findMrzCandidates(gray), nets, factor)
  if ((near.reading?.clarity ?? 0) > hardlyRead) return near
  const far = findFarMrz(picture)
  const smaller = far ? readBest(far.large, far.zones, nets, far.factor) : {}
  return (smaller.reading?.clarity ?? 0) > (near.reading?.clarity ?? 0) ? smaller : near
}

/** Returns the zone with the best clarity, in pixels of the image that `gray` was enlarged from. */
function readBest(
  gray: GrayRaster,
  zones: readonly FoundMrz[],
  nets: readonly GlyphWeights[],
  factor: number,
): SeenZone {
  let best: { zone: FoundMrz; reading: ZoneReading } | undefined
  for (const zone of zones) {
    const reading = readZone(gray, zone, nets)
    if (reading && (best === undefined || reading.clarity > best.reading.clarity)) best = { zone, reading }
    if (best && best.reading.clarity > clearlyRead) break
  }
  if (best === undefined || factor === 1) return best ?? {}
  const grid = scaleGrid(best.reading.grid, 1 / factor)
  return { zone: rescale(best.zone, 1 / factor), reading: { ...best.reading, grid } }
}
