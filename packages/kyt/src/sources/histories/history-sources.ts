import type { Network } from '../../addresses/networks.ts'
import type { KytContext } from '../../context.ts'
import type { HistorySource } from './history-source.ts'

/** The configured sources of single addresses' histories. */
export type HistorySources = {
  /**
   * Returns the sources of a network, preferred ones first. A source that is backed off after failures comes
   * last or is omitted.
   */
  of(network: Network): Promise<readonly HistorySource[]>
  /** Returns the networks with a configured source. */
  networks(): Promise<readonly Network[]>
}

/** The dependencies of functions that can fetch histories. Without sources, nothing is fetched. */
export type FetchContext = KytContext & { readonly histories?: HistorySources }

/** Returns the networks whose histories queries can fetch. There are none if the operator turned fetching off. */
export async function fetchedNetworks(context: FetchContext): Promise<readonly Network[]> {
  if (context.fetchLimits?.mode === 'never') return []
  return (await context.histories?.networks()) ?? []
}
