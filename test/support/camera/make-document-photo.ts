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
  /** The front of a card, which has the photo; the side with the zone otherwise. */
  side?: 'front'
  /** Whose portrait it bears, or what is in the place of one; a drawn figure where absent. */
  face?: PersonName | Raster
  /** Somebody's portrait beside the print, so many millimetres wide. */
  secondFace?: { of: PersonName; width: number }
  /** What stands in it; the rest is invented. */
  fields?: Partial<SpecimenPerson>
  /** Ran out the day before today. */
  expired?: boolean
  /** So much that nobody can read it. */
  blurred?: boolean
  level?: DisturbanceLevel
  /** For what is read without a camera before it. */
  isSmall?: boolean
  seed?: string
}

/** As a phone sends it, and a smaller one that is quicker to draw and to read. */
const sizes = { whole: { width: 1600, height: 1200 }, small: { width: 1280, height: 960 } } as const
const kinds = { passport: 'TD3', 'id-card': 'TD1', visa: 'MRV-A' } as const

/** An invented document on a desk, as a phone photographs it; `page.lines` is what its zone says. */
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
