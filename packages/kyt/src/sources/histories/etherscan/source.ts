import { readHttpUrl } from '@touchstone/common'
import type { Network } from '../../../addresses/networks.ts'
import { type Asking, type HistorySource, issuedCoins } from '../history-source.ts'
import type { RowFields } from '../row-fields.ts'
import type { SourceHttp } from '../source-http.ts'
import { readProxyAnswer } from './account-answer.ts'
import { createAccountSource } from './account-source.ts'

/** The networks of Etherscan's API, with their chain identifiers. */
export const etherscanChains: Partial<Readonly<Record<Network, number>>> = {
  ETH: 1,
  OPTIMISM: 10,
  BSC: 56,
  POLYGON: 137,
  BASE: 8453,
  ARBITRUM: 42161,
  AVALANCHE: 43114,
}

/** Transfers that explorers with this API do not list, because no transaction contains them. */
export const unlistedTransfers: Partial<Readonly<Record<Network, readonly string[]>>> = {
  ETH: [issuedCoins],
  POLYGON: ['deposits from the parent chain'],
  AVALANCHE: ['imports from other chains'],
  OPTIMISM: ['deposits from the parent chain'],
  BASE: ['deposits from the parent chain'],
}

export type EtherscanOptions = {
  readonly network: Network
  /** The URL of version 2 of the API, or of a compatible one. */
  readonly url: string
  readonly key?: string | undefined
  readonly http: SourceHttp
  readonly windowRows?: number
}

/** Opens version 2 of Etherscan's API. */
export function openEtherscan({ network, url, key, http, windowRows }: EtherscanOptions): HistorySource {
  const { target, headers } = readHttpUrl(url)
  const base = new URL(target)
  const chain = etherscanChains[network]
  if (chain !== undefined) base.searchParams.set('chainid', String(chain))
  if (key !== undefined && key !== '') base.searchParams.set('apikey', key)

  const call = async (parameters: Record<string, string>, fields: RowFields, asking: Asking) => {
    const request = new URL(base)
    for (const [name, value] of Object.entries({ module: 'proxy', ...parameters })) {
      request.searchParams.set(name, value)
    }
    const read = (answer: unknown) => readProxyAnswer(answer, base.host, fields)
    return await http.json({ url: request, headers, asking, read })
  }

  return createAccountSource({
    ...{ kind: 'etherscan', network, url: base, headers, http, windowRows },
    lacks: unlistedTransfers[network] ?? [],
    async head(fields, asking) {
      const parameters = { action: 'eth_getBlockByNumber', tag: 'latest', boolean: 'false' }
      const block = fields.row(await call(parameters, fields, asking), 'newest block')
      return {
        block: fields.whole(Number(block.number), 'block number'),
        time: fields.time(Number(block.timestamp), 'block time'),
      }
    },
    // The number of sent transactions. It is large for the busiest addresses, such as an exchange's wallets.
    async size(address, fields, asking) {
      const parameters = { action: 'eth_getTransactionCount', address, tag: 'latest' }
      return fields.whole(Number(await call(parameters, fields, asking)), 'number of transactions')
    },
  })
}
