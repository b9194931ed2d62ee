import type { GrayRaster } from '@touchstone/images'
import { type FoundMrz, findFarMrz, findMrzCandidates, rescale, scaleGrid } from '../find/find-mrz.ts'
import { enlargeGray } from '../raster/enlarge-gray.ts'
import type { GlyphWeights } from './glyph-net.ts'
import { readZone, type ZoneReading } from './read-zone.ts'

/**
 * In a smaller image, the characters are too small to be detected as marks even if the page fills the image.
 */
const smallSide = 1100
const mostEnlarged = 4
/** The clarity at which no further candidates are tried. */
const clearlyRead = 0.85
/**
 * Up to this clarity, the result can be noise, and the actual zone may be too small to be found without
 * enlarging the image.
 */
const hardlyRead = 0.6

export type SeenZone = { zone?: FoundMrz; reading?: ZoneReading }

/**
 * Finds the zone candidate with the best clarity in an image and reads it. Coordinates are pixels of the
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

/**
 * Returns the zone with the best clarity, in pixels of the original image, of which `gray` is an enlargement.
 */
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
