import { OperatorError } from '@touchstone/common'
import { type BitcoinNetwork, type EvmNetwork, type Network, networks } from '../../addresses/networks.ts'
import { openBlockbook } from './blockbook/source.ts'
import { openBlockscout } from './blockscout/source.ts'
import { openEsplora } from './esplora/source.ts'
import { etherscanChains, openEtherscan } from './etherscan/source.ts'
import { openEvmNode } from './evm-node/source.ts'
import type { HistorySource } from './history-source.ts'
import type { SourceHttp } from './source-http.ts'
import { openTrongrid } from './trongrid/source.ts'

export type HistorySourceKind = 'etherscan' | 'blockscout' | 'evm-node' | 'esplora' | 'blockbook' | 'trongrid'

type KindFacts = {
  readonly networks: readonly Network[]
  /** Public URLs, which are used unless the operator sets a different one. */
  readonly urls: Partial<Readonly<Record<Network, string>>>
  /** Whether the public URL requires a key. */
  readonly needsKey: boolean
}

const inFamily = (family: string) =>
  (Object.keys(networks) as Network[]).filter((network) => networks[network].family === family)

const etherscanUrl = 'https://api.etherscan.io/v2/api'
const hosted: Partial<Record<Network, number>> = {
  ETH: 1,
  OPTIMISM: 10,
  POLYGON: 137,
  ZKSYNC: 324,
  BASE: 8453,
  ARBITRUM: 42161,
}

/** The kinds of history sources, with the networks that they support. */
export const historySourceKinds: Readonly<Record<HistorySourceKind, KindFacts>> = {
  etherscan: {
    networks: inFamily('evm'),
    urls: Object.fromEntries(Object.keys(etherscanChains).map((network) => [network, etherscanUrl])),
    needsKey: true,
  },
  blockscout: {
    networks: inFamily('evm'),
    urls: Object.fromEntries(
      Object.entries(hosted).map(([network, chain]) => [network, `https://api.blockscout.com/${chain}/api`]),
    ),
    needsKey: true,
  },
  'evm-node': { networks: inFamily('evm'), urls: {}, needsKey: false },
  esplora: {
    networks: inFamily('bitcoin'),
    urls: { BTC: 'https://blockstream.info/api', LTC: 'https://litecoinspace.org/api' },
    needsKey: false,
  },
  blockbook: { networks: inFamily('bitcoin'), urls: {}, needsKey: false },
  trongrid: { networks: ['TRX'], urls: { TRX: 'https://api.trongrid.io' }, needsKey: false },
}

export type OpenHistorySource = {
  readonly kind: HistorySourceKind
  readonly network: Network
  /** Required if the kind has no public URL for the network. */
  readonly url?: string | undefined
  readonly key?: string | undefined
  readonly http: SourceHttp
}

/** Opens a history source. Throws an `OperatorError` if the kind cannot be used with these settings. */
export function openHistorySource(options: OpenHistorySource): HistorySource {
  const { kind, network, key, http } = options
  const { networks: supported, urls, needsKey } = historySourceKinds[kind]
  if (!supported.includes(network)) {
    throw new OperatorError({
      code: 'history-source-network',
      message: `The source ${kind} does not support the network ${network}.`,
      remedy: 'Use a kind of source that supports the network.',
    })
  }
  const url = options.url ?? urls[network]
  if (url === undefined) {
    throw new OperatorError({
      code: 'history-source-url',
      message: `The source ${kind} has no public URL for the network ${network}.`,
      remedy: 'Set the URL of an instance.',
    })
  }
  if (needsKey && options.url === undefined && (key === undefined || key === '')) {
    throw new OperatorError({
      code: 'history-source-key',
      message: `The source ${kind} requires a key.`,
      remedy: 'Set the key, or the URL of an instance that does not require one.',
    })
  }
  switch (kind) {
    case 'etherscan':
      return openEtherscan({ network, url, key, http })
    case 'blockscout':
      return openBlockscout({ network, url, key, http })
    case 'evm-node':
      return openEvmNode({ network: network as EvmNetwork, url, http })
    case 'esplora':
      return openEsplora({ network: network as BitcoinNetwork, url, http })
    case 'blockbook':
      return openBlockbook({ network: network as BitcoinNetwork, url, key, http })
    case 'trongrid':
      return openTrongrid({ url, key, http })
  }
}
