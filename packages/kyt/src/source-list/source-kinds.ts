import { type Network, networks } from '../addresses/networks.ts'
import { type HistorySourceKind, historySourceKinds } from '../sources/histories/open-history-source.ts'

export type SourceKind = {
  /** The networks for which a source reports histories. Price sources do not belong to a network. */
  readonly networks: readonly Network[]
  /** The public URL, by network. */
  readonly urls: Partial<Readonly<Record<Network | 'prices', string>>>
  /** Whether the public URL requires a key. */
  readonly needsKey: boolean
  /**
   * Whether the source sends the key in each request, as the API documents. Otherwise, the key is part of the
   * URL and replaces `{key}`.
   */
  readonly sendsKey: boolean
  /** Requests per second unless the operator sets them: the documented limit without a paid plan, or less. */
  readonly perSecond: number
}

const historyPaces: Readonly<Record<HistorySourceKind, Pick<SourceKind, 'sendsKey' | 'perSecond'>>> = {
  etherscan: { sendsKey: true, perSecond: 3 },
  blockscout: { sendsKey: true, perSecond: 5 },
  'evm-node': { sendsKey: false, perSecond: 10 },
  esplora: { sendsKey: false, perSecond: 2 },
  blockbook: { sendsKey: true, perSecond: 2 },
  trongrid: { sendsKey: true, perSecond: 5 },
}

const priceKinds: Readonly<Record<PriceKind, SourceKind>> = {
  coingecko: {
    ...{ networks: [], urls: { prices: 'https://api.coingecko.com/api/v3' }, needsKey: false },
    ...{ sendsKey: true, perSecond: 0.25 },
  },
  'price-csv': { networks: [], urls: {}, needsKey: false, sendsKey: false, perSecond: 1 },
}

type PriceKind = 'coingecko' | 'price-csv'

export const isHistoryKind = (kind: string): kind is HistorySourceKind =>
  Object.hasOwn(historySourceKinds, kind)
export const isPriceKind = (kind: string): kind is PriceKind => Object.hasOwn(priceKinds, kind)

/** The names of all kinds. */
export const sourceKinds: readonly string[] = [...Object.keys(historySourceKinds), ...Object.keys(priceKinds)]

/** Returns a kind of source, or undefined if there is no kind with this name. */
export function findSourceKind(kind: string): SourceKind | undefined {
  if (isHistoryKind(kind)) return { ...historySourceKinds[kind], ...historyPaces[kind] }
  return isPriceKind(kind) ? priceKinds[kind] : undefined
}

export function networkOfId(id: number): Network | undefined {
  return (Object.keys(networks) as Network[]).find((network) => networks[network].id === id)
}
