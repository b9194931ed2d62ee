import { type CountryRule, countrySet } from '../attributes/country-set.ts'
import { poseidon } from '../leaf/poseidon.ts'
import type { Questions } from './questions.ts'

/** A proven residence, still good, in an admitted country? Whichever country: an unknown one is no proven residence. */
export function addressQuestions(rule: { residence: CountryRule }): Questions<'address'> {
  const residenceSet = countrySet(rule.residence) & ~1n
  return {
    kind: 'address',
    inputs: { residenceSet: String(residenceSet) },
    hash: String(poseidon(3n, residenceSet)),
  }
}
