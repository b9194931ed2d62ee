/** A listed party, in the format that is common to all lists. A field without values is an empty array. */
export type ListEntry = {
  /** The identifier that the list uses for the entry. Unique within the list. */
  readonly id: string
  readonly kind: EntryKind
  /** The listed names, with the primary name first. */
  readonly names: readonly ListedName[]
  readonly birthDates: readonly BirthPeriod[]
  /** ISO 3166 alpha-2 codes, including citizenships. */
  readonly nationalities: readonly string[]
  readonly documents: readonly ListedDocument[]
  readonly gender?: 'male' | 'female'
  readonly programs: readonly string[]
  readonly cryptoAddresses: readonly ListedCryptoAddress[]
}

export const entryKinds = ['person', 'organisation', 'vessel', 'aircraft', 'unknown'] as const
export type EntryKind = (typeof entryKinds)[number]

export type ListedName = {
  readonly text: string
  /**
   * An alias is `weak` if the list marks it as broad or of low quality, for example a nickname or a nom de
   * guerre.
   */
  readonly quality: 'primary' | 'strong' | 'weak'
}

/**
 * A birth date with any precision, stored as the period that contains the date: a day, a month, a year or
 * several years.
 */
export type BirthPeriod = {
  /** `YYYY-MM-DD`, both inclusive. */
  readonly from: string
  readonly to: string
  /** Whether the list says "circa" or "approximately". */
  readonly circa: boolean
}

export type ListedDocument = {
  readonly number: string
  readonly type?: string
  /** The issuing country's ISO 3166 alpha-2 code. */
  readonly country?: string
}

export type ListedCryptoAddress = {
  /** The list's code for the currency. OFAC uses XBT for Bitcoin. */
  readonly currency: string
  readonly address: string
}
