import {
  type DisturbanceLevel,
  makeSpecimen,
  type SpecimenPage,
  type SpecimenPerson,
} from '@touchstone/documents/specimens'
import { blurJpeg } from './blur-jpeg.ts'
import { cutPortrait } from './cut-portrait.ts'
import type { PersonName } from './people.ts'

export type DocumentPhotoOptions = {
  /** YYYY-MM-DD. */
  today: string
  kind?: 'passport' | 'id-card' | 'visa'
  /** Whose portrait it bears; nobody's where absent. */
  face?: PersonName
  /** What stands in it; the rest is invented. */
  fields?: Partial<SpecimenPerson>
  /** Ran out the day before today. */
  expired?: boolean
  /** So much that nobody can read it. */
  blurred?: boolean
  level?: DisturbanceLevel
  seed?: string
}

const kinds = { passport: 'TD3', 'id-card': 'TD1', visa: 'MRV-A' } as const

/** An invented document on a desk, as a phone photographs it; `page.lines` is what its zone says. */
export async function makeDocumentPhoto(
  options: DocumentPhotoOptions,
): Promise<{ jpeg: Uint8Array; page: SpecimenPage }> {
  const { today, kind = 'passport', face, expired, blurred, level = 'faint', seed = 'camera' } = options
  const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const { page, photo } = makeSpecimen({
    seed,
    today,
    level,
    kind: kinds[kind],
    person: { ...options.fields, ...(expired && { expiryDate: yesterday }) },
    ...(face && { face: await cutPortrait(face) }),
    width: 1600,
    height: 1200,
  })
  return { page, jpeg: blurred ? await blurJpeg(photo.jpeg) : photo.jpeg }
}
