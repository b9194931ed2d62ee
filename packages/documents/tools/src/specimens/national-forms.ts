import { createSeededRandom } from '@touchstone/common'
import { checkDigit } from '#src/mrz/check-digit'
import type { DocumentKind } from '#src/mrz/mrz-layout'
import { transliterate } from '#src/mrz/transliterate'
import { composeMrz } from './compose-mrz.ts'
import { createDice, type Dice } from './create-dice.ts'
import type { DisturbanceLevel } from './disturbances.ts'
import { drawPage } from './draw-page.ts'
import { inventPerson, type SpecimenPerson } from './invent-person.ts'
import type { Specimen } from './make-specimen.ts'
import { photographPage } from './photograph-page.ts'

export type NationalForm = keyof typeof forms

type Form = {
  kind: DocumentKind
  person: (dice: Dice) => Partial<SpecimenPerson>
  /** Lines that differ from the standard. */
  lines?: (person: SpecimenPerson) => string[]
}

const digits = (dice: Dice, count: number) =>
  Array.from({ length: count }, () => String(dice.whole(10))).join('')

/** National documents that deviate from the standard or use rare parts of it. */
const forms = {
  /**
   * A card with two lines of 36 characters. The document number consists of a series and a number, and the
   * optional data contains the remainder of the personal code.
   */
  'romanian card': {
    kind: 'TD2',
    person: (dice) => ({
      ...citizen('ROU', 'ID'),
      number: `RX${digits(dice, 6)}`,
      optional: `${1 + dice.whole(2)}${digits(dice, 6)}`,
    }),
  },
  /** The card of 1988 to 2021, which has a separate layout and no expiry date. */
  'french card': {
    kind: 'TD2',
    person: (dice) => ({
      ...citizen('FRA', 'ID'),
      issueDate: '2017-05-09',
      expiryDate: '2027-05-01',
      number: `1705${digits(dice, 8)}`,
      sex: dice.chance(0.5) ? 'M' : 'F',
      optional: digits(dice, 6),
    }),
    lines: composeFrenchCard,
  },
  /** A number of twelve digits, three more than the number field can contain. */
  'belgian card': {
    kind: 'TD1',
    person: (dice) => ({ ...citizen('BEL', 'ID'), number: digits(dice, 12), optional: digits(dice, 11) }),
  },
  'swiss card': {
    kind: 'TD1',
    person: (dice) => ({ ...citizen('CHE', 'ID'), number: `E${digits(dice, 7)}`, optional: '' }),
  },
  /** Contains no nationality. */
  'macau card': {
    kind: 'TD1',
    person: (dice) => ({
      ...citizen('MAC', 'I'),
      nationality: '',
      number: digits(dice, 8),
      optional: '',
    }),
  },
  /** A two-letter country code, as on the first Slovenian cards. */
  'slovenian card': {
    kind: 'TD1',
    person: (dice) => ({ ...citizen('SI', 'I'), number: digits(dice, 9), optional: '' }),
  },
  'german card': {
    kind: 'TD1',
    person: (dice) => ({ ...citizen('D', 'ID'), number: `T${digits(dice, 8)}`, optional: '' }),
  },
  /**
   * A resident's card. The second character of its code is a digit, and its holder has a foreign
   * nationality.
   */
  'american card C1': { kind: 'TD1', person: (dice) => resident(dice, 'C1') },
  'american card C2': { kind: 'TD1', person: (dice) => resident(dice, 'C2') },
  // Omits the optional data, which has no check digit and in which 0 and O are often uncertain.
  'visa A': {
    kind: 'MRV-A',
    person: (dice) => ({ number: `L${digits(dice, 8)}`, documentCode: 'VN', optional: '' }),
  },
  'visa B': {
    kind: 'MRV-B',
    person: (dice) => ({ number: `PL${digits(dice, 7)}`, documentCode: 'VC', optional: '' }),
  },
} as const satisfies Readonly<Record<string, Form>>

function citizen(state: string, documentCode: string) {
  return { issuingState: state, nationality: state, documentCode }
}

function resident(dice: Dice, documentCode: string): Partial<SpecimenPerson> {
  const number = digits(dice, 9)
  return { issuingState: 'USA', nationality: 'MEX', documentCode, number, optional: '' }
}

export const nationalForms = Object.keys(forms) as NationalForm[]

/**
 * Creates an invented document of one of these formats and a photo of it. The same seed produces the same
 * result.
 */
export function makeNationalSpecimen(options: {
  form: NationalForm
  seed: string
  level: DisturbanceLevel
  today: string
  width?: number
  height?: number
}): Specimen {
  const { form, seed, level, today, width, height } = options
  const dice = createDice(createSeededRandom(`national:${form}:${seed}`))
  const { kind, person: change, lines }: Form = forms[form]
  const person = { ...inventPerson({ dice, kind, today }), ...change(dice) }
  const page = drawPage({ kind, person, dice, lines: lines ? lines(person) : composeMrz(kind, person) })
  const size = { ...(width && { width }), ...(height && { height }) }
  return { page, photo: photographPage({ page, dice, level, ...size }) }
}

/**
 * Returns the lines of a French card. The first line contains the surname and the office. The second line
 * contains the number, given names, birth date, sex, and a check digit for both lines.
 */
function composeFrenchCard(person: SpecimenPerson): string[] {
  const fill = (text: string, length: number) => text.slice(0, length).padEnd(length, '<')
  const first = `IDFRA${fill(transliterate(person.surname), 25)}${fill(person.optional, 6)}`
  const number = fill(person.number, 12)
  const given = fill(transliterate(person.givenNames).replaceAll('<', '<<'), 14)
  const birth = person.birthDate.slice(2).replaceAll('-', '')
  const second = `${number}${checkDigit(number)}${given}${birth}${checkDigit(birth)}${person.sex}`
  return [first, `${second}${checkDigit(first + second)}`]
}
