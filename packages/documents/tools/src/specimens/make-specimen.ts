import { createSeededRandom } from '@touchstone/common'
import type { Raster } from '@touchstone/images'
import type { DocumentKind } from '#src/mrz/mrz-layout'
import { createDice } from './create-dice.ts'
import type { DisturbanceLevel } from './disturbances.ts'
import { drawFront } from './draw-front.ts'
import { drawPage, type SpecimenPage } from './draw-page.ts'
import { inventPerson, type SpecimenPerson } from './invent-person.ts'
import { photographPage, type SpecimenPhoto } from './photograph-page.ts'

export type Specimen = { page: SpecimenPage; photo: SpecimenPhoto }

const kinds: readonly DocumentKind[] = ['TD3', 'TD1', 'TD2', 'MRV-A', 'MRV-B']

/**
 * Creates an invented document and a photo of it. The same seed produces the same result on every machine.
 */
export function makeSpecimen(options: {
  seed: string
  level: DisturbanceLevel
  today: string
  kind?: DocumentKind
  /** Values that replace the person's random values. */
  person?: Partial<SpecimenPerson>
  face?: Raster
  /** A second face on the page, with its width in millimetres. */
  secondFace?: { picture: Raster; width: number }
  /** Whether to draw the front of a card, which has no zone, instead of the page with the zone. */
  side?: 'front'
  turns?: 0 | 1 | 2 | 3
  width?: number
  height?: number
}): Specimen {
  const dice = createDice(createSeededRandom(`specimen:${options.seed}`))
  const kind = options.kind ?? dice.pick(kinds)
  const person = { ...inventPerson({ dice, kind, today: options.today }), ...options.person }
  const { face, secondFace } = options
  const drawn = { person, dice, ...(face && { face }) }
  const page =
    options.side === 'front' && (kind === 'TD1' || kind === 'TD2')
      ? drawFront({ kind, ...drawn })
      : drawPage({ kind, ...drawn, ...(secondFace && { secondFace }) })
  const { level, turns, width, height } = options
  const photo = photographPage({
    page,
    dice,
    level,
    ...(turns && { turns }),
    ...(width && { width }),
    ...(height && { height }),
  })
  return { page, photo }
}
