import { type CountryRule, countrySet } from '../attributes/country-set.ts'
import { poseidon } from '../leaf/poseidon.ts'
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
}

/** Old enough, of an admitted citizenship, in an admitted place, not listed? A document that has not expired is always asked. */
export function kycQuestions(rule: KycRule): Questions<'kyc'> {
  const minimumAge = smallNumber(rule.minimumAge, 'minimumAge', 0)
  const sanctionYears = smallNumber(rule.sanctionYears, 'sanctionYears', 0)
  const citizenshipSet = countrySet(rule.citizenship)
  const locationSet = countrySet(rule.location)
  return {
    kind: 'kyc',
    inputs: {
      minimumAge: String(minimumAge),
      citizenshipSet: String(citizenshipSet),
      locationSet: String(locationSet),
      sanctionYears: String(sanctionYears),
    },
    hash: String(poseidon(2n, minimumAge, citizenshipSet, locationSet, sanctionYears)),
  }
}
