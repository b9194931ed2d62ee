/** What a list says about one party, in one form for all lists. Empty arrays rather than absent fields. */
export type ListEntry = {
  /** As the list numbers it; unique within the list. */
  readonly id: string
  readonly kind: EntryKind
  /** The first one is the primary name. */
  readonly names: readonly ListedName[]
  readonly birthDates: readonly BirthPeriod[]
  /** ISO 3166 alpha-2. Citizenships count as nationalities. */
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
  /** A weak alias is one that the list itself calls broad or of low quality: a nickname, a nom de guerre. */
  readonly quality: 'primary' | 'strong' | 'weak'
}

/** A birth date of any precision is the period that it may lie in: a day, a month, a year, several years. */
export type BirthPeriod = {
  /** `YYYY-MM-DD`, both included. */
  readonly from: string
  readonly to: string
  /** The list says "circa" or "approximately". */
  readonly circa: boolean
}

export type ListedDocument = {
  readonly number: string
  readonly type?: string
  /** ISO 3166 alpha-2 of who issued it. */
  readonly country?: string
}

export type ListedCryptoAddress = {
  /** The list's own code of the currency: OFAC writes XBT for Bitcoin. */
  readonly currency: string
  readonly address: string
}
