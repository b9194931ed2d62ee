import { UserError } from '@touchstone/common'
import { findCountry } from '../lists/find-country.ts'
import { periodOf } from '../lists/parse-birth-dates.ts'

/** The person to screen. */
export type Person = {
  /**
   * Names in any script and order. Provide several names if the person has more than one name, or a name in
   * two scripts.
   */
  readonly names: readonly string[]
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly birthDate?: string
  /** ISO 3166 alpha-2 or alpha-3 codes. */
  readonly nationalities?: readonly string[]
  readonly documentNumbers?: readonly string[]
  readonly gender?: 'male' | 'female'
}

/** A validated person. */
export type ValidatedPerson = {
  readonly names: readonly string[]
  readonly birth?: { readonly from: string; readonly to: string }
  readonly nationalities: readonly string[]
  readonly documentNumbers: readonly string[]
  readonly gender?: 'male' | 'female'
}

const mostNames = 32
const longestName = 512
const mostValues = 64

/** Validates a person. Throws a `UserError` that describes the problem without the value. */
export function checkPerson(person: Person): ValidatedPerson {
  const names = person.names.map((name) => name.trim()).filter((name) => name !== '')
  if (names.length === 0 || !names.some((name) => /\p{L}/u.test(name)))
    throw wrong(
      'person.name-missing',
      'The person has no name that can be screened.',
      'Enter a name that contains letters.',
    )
  if (names.length > mostNames || names.some((name) => name.length > longestName))
    throw wrong(
      'person.name-too-long',
      'There are too many names, or a name is too long.',
      'Use fewer or shorter names.',
    )
  const { documentNumbers = [], nationalities = [], gender } = person
  if (documentNumbers.length > mostValues || nationalities.length > mostValues)
    throw wrong(
      'person.too-many-values',
      'There are too many documents or nationalities.',
      'Enter fewer documents or nationalities.',
    )
  const birth = person.birthDate === undefined ? undefined : birthPeriod(person.birthDate)
  return {
    names,
    ...(birth !== undefined && { birth }),
    nationalities: nationalities.map(countryOf),
    documentNumbers: documentNumbers.filter((number) => number.length <= longestName),
    ...(gender !== undefined && { gender }),
  }
}

function birthPeriod(text: string) {
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text.trim()) ?? []
  const period = year === undefined ? undefined : periodOf(Number(year), Number(month ?? 0), Number(day ?? 0))
  if (period === undefined || Number(month ?? 1) === 0 || Number(day ?? 1) === 0)
    throw wrong(
      'person.birth-date',
      'The birth date is not a valid date.',
      'Use YYYY, YYYY-MM or YYYY-MM-DD.',
    )
  return period
}

function countryOf(text: string): string {
  const code = /^[A-Za-z]{2,3}$/.test(text.trim()) ? findCountry(text) : undefined
  if (code === undefined)
    throw wrong(
      'person.nationality',
      'A nationality is not a known country.',
      "Use the country's two-letter or three-letter code.",
    )
  return code
}

function wrong(code: string, message: string, remedy: string): UserError {
  return new UserError({ code, message, remedy })
}
