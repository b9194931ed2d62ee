import { createSeededRandom } from '@touchstone/common'
import type { DocumentKind } from '@touchstone/documents'
import {
  createDice,
  type DisturbanceLevel,
  drawPage,
  inventPerson,
  photographPage,
  type SpecimenPerson,
} from '@touchstone/documents/specimens'

export const today = '2026-11-15'

const kinds: readonly DocumentKind[] = ['TD3', 'TD1', 'TD2', 'MRV-A', 'MRV-B']

export type EvalPage = { kind: DocumentKind; lines: string[]; person: SpecimenPerson; jpeg: Uint8Array }

export type PageOptions = {
  seed: string
  index: number
  level: DisturbanceLevel
  width?: number
  /** Share of the photo's width that the page fills. */
  fill?: number
  turns?: 0 | 1 | 2 | 3
  /** Selects the photo: different numbers give different photos of the same page. */
  frame?: number
  person?: Partial<SpecimenPerson>
  /** Returns the person to print above the zone if it must differ from the person in the zone. */
  printed?: (person: SpecimenPerson) => SpecimenPerson
  /** Returns the lines of the zone, if they must differ from the zone of the person's document. */
  zone?: (person: SpecimenPerson, kind: DocumentKind) => string[]
}

/**
 * Creates the page with this index. Document kinds alternate. The same seed and index always give the same
 * page.
 */
export function makePage(options: PageOptions): EvalPage {
  const { index, level, width = 1280, turns = 0, frame = 0 } = options
  const seed = `eval documents ${options.seed} ${level} ${index}`
  const dice = createDice(createSeededRandom(seed))
  const kind = kinds[index % kinds.length] ?? 'TD3'
  const person = { ...inventPerson({ dice, kind, today }), ...options.person }
  const page = drawPage({
    kind,
    person,
    dice,
    ...(options.printed && { printed: options.printed(person) }),
    ...(options.zone && { lines: options.zone(person, kind) }),
  })
  const hand = createDice(createSeededRandom(`${seed} frame ${frame}`))
  const photo = photographPage({
    ...{ page, dice: hand, level, width, height: Math.round(width * 0.75), turns },
    ...(options.fill && { fill: options.fill }),
  })
  return { kind, lines: page.lines, person, jpeg: photo.jpeg }
}
