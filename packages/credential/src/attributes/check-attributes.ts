import { UserError } from '@touchstone/common'
import type { Attributes } from './attributes.ts'
import { countryIndex } from './country-index.ts'
import { isDay } from './days.ts'

/** In place of a date that there is none of: a document that never expires, a birth date that is not known. */
export const noDate = 99991231

/**
 * Refuses attributes that no circuit could read, or that would answer a question wrongly for ever: "no date" counts as
 * the farthest future, so a screening without a date would never grow old.
 */
export function checkAttributes(attributes: Attributes, today: number): void {
  const { citizenship, residence, location, sanctionResult, sanctionDate, accreditation } = attributes
  const { birthDate, documentExpiry, residenceUntil, accreditedUntil } = attributes
  const past = (date: number) => isDay(date) && date <= today
  if (birthDate !== noDate && !past(birthDate)) throw refused('birthDate', 'a day that is over, or "no date"')
  for (const [name, date] of Object.entries({ documentExpiry, residenceUntil, accreditedUntil })) {
    if (!isDay(date)) throw refused(name, 'a day as YYYYMMDD')
  }
  for (const [name, country] of Object.entries({ citizenship, residence, location })) {
    if (countryIndex(country) === undefined) throw refused(name, 'a code of the country table, or empty')
  }
  if (![0, 1, 2].includes(sanctionResult)) throw refused('sanctionResult', '0, 1 or 2')
  if (sanctionResult === 0 ? sanctionDate !== noDate : !past(sanctionDate)) {
    throw refused('sanctionDate', 'the day of the screening, or "no date" where there was none')
  }
  if (!Number.isInteger(accreditation) || accreditation < 0 || accreditation > 255) {
    throw refused('accreditation', 'a level from 0 to 255')
  }
}

function refused(attribute: string, wanted: string): UserError {
  return new UserError({
    code: 'credential.bad-attribute',
    message: `The attribute "${attribute}" can't stand in a credential.`,
    remedy: `It must be ${wanted}.`,
  })
}
