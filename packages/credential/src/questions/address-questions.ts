import { type CountryRule, countrySet } from '../attributes/country-set.ts'
import { makeQuestions } from './make-questions.ts'
import type { Questions } from './questions.ts'

/** A proven residence, still good, in an admitted country? Whichever country: an unknown one is no proven residence. */
export function addressQuestions(rule: { residence: CountryRule }): Questions<'address'> {
  return makeQuestions('address', { residenceSet: countrySet(rule.residence) & ~1n })
}
