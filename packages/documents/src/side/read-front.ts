import { type Raster, toGray } from '@touchstone/images'
import { encodeImage } from '@touchstone/images/encode'
import type { ParsedMrz } from '../mrz/parse-mrz.ts'
import type { TextReader } from '../print/create-text-reader.ts'
import { cropRaster } from '../raster/crop-raster.ts'
import { evenLight } from '../raster/even-light.ts'
import { shrinkGray } from '../raster/shrink-gray.ts'
import { turnRaster } from '../raster/turn-raster.ts'
import type { DocumentSide } from './document-side.ts'
import { cardReach, type FrontMatch, matchFront } from './match-front.ts'

/**
 * Length of the longer side to which the picture is shrunk. At this size, the print on a card that fills the
 * picture is about 15 pixels high.
 */
const textSide = 1600
/** Radius over which lighting is evened out, as a fraction of the picture's longer side. */
const lightReach = 0.016
/**
 * The photo is beside the print and not much taller than all of the print. The face of a person who holds up
 * the card is above or beside the card, and is larger than the photo on it.
 */
const photo = { beyondPrint: 0.25, heights: 25, ofPrint: 1.2 }

/**
 * Reads the front of a card in any orientation. Returns undefined if its print does not match the zone, and
 * `contradicts` if it matches but shows a different number or date.
 */
export async function readFront(
  frame: Raster,
  parsed: ParsedMrz,
  reader: TextReader,
  today: string,
): Promise<DocumentSide | 'contradicts' | undefined> {
  for (const quarters of [0, 2, 1, 3] as const) {
    const upright = turnRaster(frame, quarters)
    const { gray, scale } = shrinkGray(toGray(upright), textSide)
    const { width, height, data } = gray
    const even = evenLight(new Float32Array(data), width, height, Math.max(width, height) * lightReach)
    const match = matchFront(parsed, await reader.read(even, 'sparse'), today)
    if (match) return match.contradicts.length > 0 ? 'contradicts' : cutFront(upright, match, scale)
  }
  return undefined
}

/**
 * Crops the picture to the largest possible extent of the card, so that the person holding it is cropped out.
 */
async function cutFront(upright: Raster, match: FrontMatch, scale: number): Promise<DocumentSide> {
  const across = cardReach.across * match.lineHeight
  const down = cardReach.down * match.lineHeight
  const box = {
    left: Math.max(0, Math.floor((match.left - across) * scale)),
    top: Math.max(0, Math.floor((match.top - down) * scale)),
    right: Math.min(upright.width, Math.ceil((match.right + across) * scale)),
    bottom: Math.min(upright.height, Math.ceil((match.bottom + down) * scale)),
  }
  const print = match.bottom - match.top
  const largest = Math.min(photo.heights * match.lineHeight, photo.ofPrint * print)
  const share = (y: number) => (y * scale - box.top) / (box.bottom - box.top)
  return {
    from: 'front',
    picture: await encodeImage(cropRaster(upright, box)),
    photo: {
      left: 0,
      top: share(match.top - photo.beyondPrint * print),
      right: 1,
      bottom: share(match.bottom + photo.beyondPrint * print),
    },
    largestFace: (largest * scale) / (box.right - box.left),
  }
}
