import { type FrameMeasure, pictureProblem } from '@touchstone/biometrics'
import type { DocumentReading, DocumentSide } from '@touchstone/documents'
import type { FaceMeasurer } from '../ports.ts'

type Found = { measure: FrameMeasure } | { reason: string }

/**
 * Returns the measurements of the holder's photo, or the reason why the document has no usable photo.
 * Searches only those pictures that show a side of the document.
 */
export async function findHolderPhoto(faces: FaceMeasurer, reading: DocumentReading): Promise<Found> {
  for (const side of reading.sides) {
    const { version: _, ...measure } = await faces.measurePicture({ picture: side.picture })
    const problem = pictureProblem(measure, 'document')
    if (problem === 'face.many') return { reason: 'document.several-faces' }
    if (problem === undefined && isInPlace(measure, side)) return { measure }
  }
  const kind = reading.document?.kind
  const isCard = kind === 'TD1' || kind === 'TD2'
  const hasFront = reading.sides.some(({ from }) => from === 'front')
  return { reason: isCard && !hasFront ? 'document.front-missing' : 'document.no-face' }
}

/** Returns whether the face is inside the photo area of the layout and no larger than a photo. */
function isInPlace({ width, height, face }: FrameMeasure, { photo, largestFace }: DocumentSide): boolean {
  if (face?.embedding === undefined) return false
  const { size, centre } = face.features
  const [x, y] = [centre[0] / width, centre[1] / height]
  const isInside = x > photo.left && x < photo.right && y > photo.top && y < photo.bottom
  return isInside && size / width <= largestFace
}
