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
  /** `refused`: read well, but it proves nothing (too old, of the future, of someone else). */
  status: 'accepted' | 'uncertain' | 'refused'
  /** Codes such as `date.too-old`, `date.ambiguous`, `name.different`, `country.unknown`. */
  reasons: string[]
  /** One sentence a reason, for the person. */
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
  /** Street, place and whatever else stands between the name and the country. */
  lines: string[]
  postcode?: string
  country?: Country
  /** How the country is known: it is named, or the postcode has the shape of one country's alone. */
  countryFrom?: 'named' | 'postcode'
}
