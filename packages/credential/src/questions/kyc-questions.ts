import { type CountryRule, countrySet } from '../attributes/country-set.ts'
import type { PerformedCheck } from '../leaf/performed-checks.ts'
import { makeQuestions } from './make-questions.ts'
import type { Questions } from './questions.ts'
import { smallNumber } from './small-number.ts'

export type KycRule = {
  /** In years; 0 asks nothing. */
  minimumAge: number
  citizenship: CountryRule
  /** Where the device was when the person was checked. */
  location: CountryRule
  /** Screened and found on no sanction list within so many years; 0 asks nothing. */
  sanctionYears: number
  /** What must have been checked, beside the document and the living face that are always asked for. */
  performed?: readonly PerformedCheck[]
}

/** Old enough, of an admitted citizenship, in an admitted place, not listed? A document that has not expired is always asked. */
export function kycQuestions(rule: KycRule): Questions<'kyc'> {
  const asked = {
    minimumAge: smallNumber(rule.minimumAge, 'minimumAge', 0),
    citizenshipSet: countrySet(rule.citizenship),
    locationSet: countrySet(rule.location),
    sanctionYears: smallNumber(rule.sanctionYears, 'sanctionYears', 0),
  }
  return makeQuestions('kyc', asked, rule.performed)
}
