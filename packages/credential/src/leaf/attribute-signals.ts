import type { Attributes } from '../attributes/attributes.ts'
import { countryIndex } from '../attributes/country-index.ts'

export type AttributeSignals = Record<keyof Attributes, bigint>

export function attributeSignals(attributes: Attributes): AttributeSignals {
  const country = (code: string) => {
    const index = countryIndex(code)
    if (index === undefined)
      throw new RangeError('the credential contains a country that is not in the table')
    return BigInt(index)
  }
  return {
    birthDate: BigInt(attributes.birthDate),
    citizenship: country(attributes.citizenship),
    documentExpiry: BigInt(attributes.documentExpiry),
    residence: country(attributes.residence),
    location: country(attributes.location),
    residenceUntil: BigInt(attributes.residenceUntil),
    sanctionResult: BigInt(attributes.sanctionResult),
    sanctionDate: BigInt(attributes.sanctionDate),
    accreditation: BigInt(attributes.accreditation),
    accreditedUntil: BigInt(attributes.accreditedUntil),
  }
}
