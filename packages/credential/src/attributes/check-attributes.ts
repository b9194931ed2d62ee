import { UserError } from '@touchstone/common'
import type { Attributes } from './attributes.ts'
import { countryIndex } from './country-index.ts'
import { isDay } from './days.ts'

/** The placeholder for a missing date, for example if a document never expires or a birth date is unknown. */
export const noDate = 99991231

/**
 * Rejects attributes that the circuits can't read or would misinterpret. For example, the placeholder for a
 * missing date is far in the future, so a screening without a date would count as recent forever.
 */
export function checkAttributes(attributes: Attributes, today: number): void {
  const { citizenship, residence, location, sanctionResult, sanctionDate, accreditation } = attributes
  const { birthDate, documentExpiry, residenceUntil, accreditedUntil } = attributes
  const past = (date: number) => isDay(date) && date <= today
  if (birthDate !== noDate && !past(birthDate)) throw refused('birthDate', 'a past date, or "no date"')
  for (const [name, date] of Object.entries({ documentExpiry, residenceUntil, accreditedUntil })) {
    if (!isDay(date)) throw refused(name, 'a date in the form YYYYMMDD')
  }
  for (const [name, country] of Object.entries({ citizenship, residence, location })) {
    if (countryIndex(country) === undefined) throw refused(name, 'a code from the country table, or empty')
  }
  if (![0, 1, 2].includes(sanctionResult)) throw refused('sanctionResult', '0, 1 or 2')
  if (sanctionResult === 0 ? sanctionDate !== noDate : !past(sanctionDate)) {
    throw refused('sanctionDate', 'the date of the screening, or "no date" if there was no screening')
  }
  if (!Number.isInteger(accreditation) || accreditation < 0 || accreditation > 255) {
    throw refused('accreditation', 'a level from 0 to 255')
  }
}

function refused(attribute: string, expected: string): UserError {
  return new UserError({
    code: 'credential.bad-attribute',
    message: `The attribute "${attribute}" is invalid.`,
    remedy: `It must be ${expected}.`,
  })
}
