/** A digital currency address of OFAC's list, as it is written there. */
export type ListedAddress = {
  readonly line?: number
  /** OFAC's code of the currency. */
  readonly currency: string
  readonly address: string
  /** Primary name of the party; empty where the list does not give names. */
  readonly party: string
}
