import type { GrayRaster } from '@touchstone/images'
import { type FoundMrz, findFarMrz, findMrzCandidates, rescale, scaleGrid } from '../find/find-mrz.ts'
import { enlargeGray } from '../raster/enlarge-gray.ts'
import type { GlyphWeights } from './glyph-net.ts'
import { readZone, type ZoneReading } from './read-zone.ts'

/** Below this side characters of a page that fills the picture are too few pixels wide to be told apart as marks. */
const smallSide = 1100
const mostEnlarged = 4
/** Read as surely as this, no other candidate needs a look. */
const clearlyRead = 0.85
/** Read no better than this, what was found may be anything: the zone may be smaller. */
const hardlyRead = 0.6

export type SeenZone = { zone?: FoundMrz; reading?: ZoneReading }

/** Finds the zone of a picture and reads it: of all that could be one, what reads best. In pixels of the picture as given. */
export function seeZone(picture: GrayRaster, nets: readonly GlyphWeights[]): SeenZone {
  const wanted = Math.min(mostEnlarged, smallSide / Math.max(picture.width, picture.height))
  const factor = wanted > 1.1 ? wanted : 1
  const gray = factor > 1 ? enlargeGray(picture, factor) : picture
  const near = readBest(gray, findMrzCandidates(gray), nets, factor)
  if ((near.reading?.clarity ?? 0) > hardlyRead) return near
  const far = findFarMrz(picture)
  const smaller = far ? readBest(far.large, far.zones, nets, far.factor) : {}
  return (smaller.reading?.clarity ?? 0) > (near.reading?.clarity ?? 0) ? smaller : near
}

/** The zone that reads best, told in pixels of the picture that `gray` is an enlargement of. */
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
