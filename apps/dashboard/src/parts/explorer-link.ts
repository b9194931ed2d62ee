/** What the explorer shows: an address, a transaction, a name, or the results of a search. */
export type ExplorerPlace = {
  /** A coin of the network, if the network is not given. */
  readonly coin?: string
  readonly network?: string
  readonly address?: string
  readonly txid?: string
  readonly name?: string
  /** Text to search for, if the network is not known. */
  readonly find?: string
  /** Draws the path of the score to this address. */
  readonly path?: string
  /** The customer's transfer from which the member came. It is added to a case with the graph. */
  readonly transfer?: string
  /** A case and the number of one of its graphs, which is shown. */
  readonly case?: string
  readonly item?: string
}

/**
 * Returns the link to a place in the explorer. The place is in the fragment, which browsers do not send to
 * servers.
 */
export function explorerLink(place: ExplorerPlace): string {
  const given = Object.entries(place).filter(([, value]) => value !== undefined && value !== '')
  return `~/dashboard/explorer#${new URLSearchParams(given as [string, string][])}`
}
