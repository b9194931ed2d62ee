/** A digital currency address, as written in OFAC's list. */
export type ListedAddress = {
  readonly line?: number
  /** OFAC's code for the currency. */
  readonly currency: string
  readonly address: string
  /** The party's primary name. Empty if the list contains no names. */
  readonly party: string
}
