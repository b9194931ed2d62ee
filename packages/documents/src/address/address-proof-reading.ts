import type { Country } from '../mrz/country-of.ts'

export type ProofKind =
  | 'utility-bill'
  | 'bank-statement'
  | 'tax-letter'
  | 'telecom-bill'
  | 'insurance-letter'
  | 'rental-contract'
  | 'government-letter'
  | 'unknown'

export type NameMatch = 'same' | 'similar' | 'different' | 'not-asked'

export type AddressProofReading = {
  /** `refused`: readable, but not a valid proof (too old, dated in the future, or issued to someone else). */
  status: 'accepted' | 'uncertain' | 'refused'
  /** Codes such as `date.too-old`, `date.ambiguous`, `name.different`, `country.unknown`. */
  reasons: string[]
  /** One sentence per reason, addressed to the user. */
  messages: string[]
  source: 'pdf-text' | 'pdf-scan' | 'photo'
  kind: ProofKind
  holder?: string
  nameMatch: NameMatch
  address?: ProofAddress
  /** YYYY-MM-DD. */
  issueDate?: string
  ageInDays?: number
}

export type ProofAddress = {
  /** All lines between the name and the country, such as street and town. */
  lines: string[]
  postcode?: string
  country?: Country
  /**
   * How the country was determined: printed on the letter, or from a postcode format that only one country
   * uses.
   */
  countryFrom?: 'named' | 'postcode'
}
