import {
  type DisturbanceLevel,
  makeSpecimen,
  type SpecimenPage,
  type SpecimenPerson,
} from '@touchstone/documents/specimens'
import type { Raster } from '@touchstone/images'
import { blurJpeg } from './blur-jpeg.ts'
import { cutPortrait } from './cut-portrait.ts'
import type { PersonName } from './people.ts'

export type DocumentPhotoOptions = {
  /** YYYY-MM-DD. */
  today: string
  kind?: 'passport' | 'id-card' | 'visa'
  /**
   * Whether to draw the front of a card, with the photo, instead of the side with the machine-readable zone.
   */
  side?: 'front'
  /** The person in the portrait, or a picture to use as the portrait. Default: a drawn figure. */
  face?: PersonName | Raster
  /** Another person's portrait to place next to the print, and its width in millimetres. */
  secondFace?: { of: PersonName; width: number }
  /** Values for fields of the document. All other fields are invented. */
  fields?: Partial<SpecimenPerson>
  /** Whether the document expired on the day before `today`. */
  expired?: boolean
  /** Blurred beyond legibility. */
  blurred?: boolean
  level?: DisturbanceLevel
  /** Whether to make a smaller picture, for tests without a camera. */
  isSmall?: boolean
  seed?: string
}

/** The picture size that a phone sends, and a smaller size that is faster to draw and to read. */
const sizes = { whole: { width: 1600, height: 1200 }, small: { width: 1280, height: 960 } } as const
const kinds = { passport: 'TD3', 'id-card': 'TD1', visa: 'MRV-A' } as const

/**
 * Draws an invented document on a table, as photographed with a phone. `page.lines` contains its
 * machine-readable zone.
 */
export async function makeDocumentPhoto(
  options: DocumentPhotoOptions,
): Promise<{ jpeg: Uint8Array; page: SpecimenPage }> {
  const { today, kind = 'passport', side, face, secondFace } = options
  const { expired, blurred, level = 'faint', seed = 'camera' } = options
  const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const { page, photo } = makeSpecimen({
    seed,
    today,
    level,
    kind: kinds[kind],
    person: { ...options.fields, ...(expired && { expiryDate: yesterday }) },
    ...(side && { side }),
    ...(face && { face: typeof face === 'string' ? await cutPortrait(face) : face }),
    ...(secondFace && {
      secondFace: { picture: await cutPortrait(secondFace.of), width: secondFace.width },
    }),
    ...sizes[options.isSmall ? 'small' : 'whole'],
  })
  return { page, jpeg: blurred ? await blurJpeg(photo.jpeg) : photo.jpeg }
}
