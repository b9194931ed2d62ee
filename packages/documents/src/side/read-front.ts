import { type Raster, toGray } from '@touchstone/images'
import { encodeImage } from '@touchstone/images/encode'
import type { ParsedMrz } from '../mrz/parse-mrz.ts'
import type { TextReader } from '../print/create-text-reader.ts'
import { cropRaster } from '../raster/crop-raster.ts'
import { evenLight } from '../raster/even-light.ts'
import { shrinkGray } from '../raster/shrink-gray.ts'
import { turnRaster } from '../raster/turn-raster.ts'
import type { DocumentSide } from './document-side.ts'
import { cardReach, findTie, type Tie } from './find-tie.ts'

/** The print of a card that fills the picture is about 15 pixels high at this size. */
const textSide = 1600
/** How far the light is evened, as a share of the picture's longer side. */
const lightReach = 0.016
/**
 * The photo is beside the print and at most about as high as all of it together. Somebody who holds the card up is above
 * or beside it, and larger.
 */
const photo = { beyondPrint: 0.25, heights: 25, ofPrint: 1.2 }

/**
 * The front of a card, whichever way up it is; undefined where its print does not say that it belongs to the zone, and
 * `contradicts` where it says so and yet has another number or day.
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
    const tie = findTie(parsed, await reader.read(even, 'sparse'), today)
    if (tie) return tie.contradicts.length > 0 ? 'contradicts' : cutFront(upright, tie, scale)
  }
  return undefined
}

/** The picture as far as the card can reach: the person who holds it up need not be in it. */
async function cutFront(upright: Raster, tie: Tie, scale: number): Promise<DocumentSide> {
  const across = cardReach.across * tie.lineHeight
  const down = cardReach.down * tie.lineHeight
  const box = {
    left: Math.max(0, Math.floor((tie.left - across) * scale)),
    top: Math.max(0, Math.floor((tie.top - down) * scale)),
    right: Math.min(upright.width, Math.ceil((tie.right + across) * scale)),
    bottom: Math.min(upright.height, Math.ceil((tie.bottom + down) * scale)),
  }
  const print = tie.bottom - tie.top
  const largest = Math.min(photo.heights * tie.lineHeight, photo.ofPrint * print)
  const share = (y: number) => (y * scale - box.top) / (box.bottom - box.top)
  return {
    from: 'front',
    picture: await encodeImage(cropRaster(upright, box)),
    photo: {
      left: 0,
      top: share(tie.top - photo.beyondPrint * print),
      right: 1,
      bottom: share(tie.bottom + photo.beyondPrint * print),
    },
    largestFace: (largest * scale) / (box.right - box.left),
  }
}
