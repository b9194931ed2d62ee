import type { Raster } from '@touchstone/images'
import type { DocumentKind } from '../mrz/mrz-layout.ts'
import { parseMrz } from '../mrz/parse-mrz.ts'
import type { TextReader } from '../print/create-text-reader.ts'
import type { HintCode } from '../quality/hints.ts'
import type { DocumentSide } from '../side/document-side.ts'
import { readFront } from '../side/read-front.ts'
import { straightenPage } from '../side/straighten-page.ts'
import { type CombinedZone, clearFrame } from './combine-frames.ts'
import type { DecodedZone } from './decode-zone.ts'
import type { ZoneReading } from './read-zone.ts'

type SeenFrame = { frame: Raster; reading: ZoneReading | undefined }

/**
 * The kinds that can have the zone and the photo on different sides. A TD1 never has a photo on the same side
 * as the zone.
 */
const hasFront: Readonly<Partial<Record<DocumentKind, true>>> = { TD1: true, TD2: true }
/**
 * Maximum number of views of the same page. A second view is sufficient if the first one has a reflection.
 */
const mostPages = 2
/** Two documents of the same state share about half of the characters: fillers and common prefixes. */
const sameShare = { blurred: 0.7, photo: 0.9 }

/**
 * Determines which pictures show a side of the document and crops these sides. A picture that does not show a
 * side of the document is reported as a problem, because it could contribute an unrelated face.
 */
export async function findSides(options: {
  frames: readonly SeenFrame[]
  combined: CombinedZone
  zone: DecodedZone
  today: string
  textReader?: () => Promise<TextReader>
}): Promise<{ sides: DocumentSide[]; problem?: HintCode }> {
  const { frames, combined, zone, today, textReader } = options
  const { kind } = zone.layout
  const others = frames.filter(
    ({ reading }, index) =>
      !combined.used.includes(index) && agreement(combined, reading) < sameShare.blurred,
  )
  if (others.some(({ reading }) => (reading?.clarity ?? 0) >= clearFrame))
    return { sides: [], problem: 'frames.differ' }
  if (others.length > 0 && !hasFront[kind]) return { sides: [], problem: 'document.other-picture' }

  const fronts: DocumentSide[] = []
  const parsed = parseMrz(zone.lines, { today, allowSpecimen: true })
  for (const { frame } of others) {
    const front = parsed && textReader && (await readFront(frame, parsed, await textReader(), today))
    if (front === 'contradicts') return { sides: [], problem: 'print.contradicts' }
    if (front === undefined) return { sides: [], problem: 'document.front-unmatched' }
    fronts.push(front)
  }
  const pages: DocumentSide[] = []
  const clearest = combined.used
    .flatMap((index) => frames[index] ?? [])
    .sort((a, b) => (b.reading?.clarity ?? 0) - (a.reading?.clarity ?? 0))
    // A page's photo must not be used if the page is too blurred to be distinguished from another person's
    // page.
    .filter(({ reading }, index) => index === 0 || agreement(combined, reading) >= sameShare.photo)
    .slice(0, kind === 'TD1' ? 0 : mostPages)
  for (const { frame, reading } of clearest)
    if (reading) pages.push(await straightenPage(frame, reading.grid, kind, reading.length))
  return { sides: [...pages, ...fronts] }
}

/** Returns the fraction of positions at which a picture agrees with the combined result. */
function agreement(combined: CombinedZone, reading: ZoneReading | undefined): number {
  if (reading?.lines !== combined.lines || reading.length !== combined.length) return 0
  const same = reading.places.filter((place, index) => likeliest(place) === likeliest(combined.places[index]))
  return same.length / reading.places.length
}

function likeliest(place: Float32Array | undefined): number {
  return place?.reduce((best, share, index) => (share > (place[best] ?? 0) ? index : best), 0) ?? -1
}
