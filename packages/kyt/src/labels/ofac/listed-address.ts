/** A digital currency address, as written in OFAC's list. */
export type ListedAddress = {
  readonly line?: number
  /** OFAC's code of the currency. */
  readonly currency: string
  readonly address: string
  /** Primary name of the party; empty if the list contains no names. */
  readonly party: string
}
