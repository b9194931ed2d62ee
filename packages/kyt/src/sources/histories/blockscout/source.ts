import { readHttpUrl } from '@touchstone/common'
import type { Network } from '../../../addresses/networks.ts'
import { createAccountSource } from '../etherscan/account-source.ts'
import { unlistedTransfers } from '../etherscan/source.ts'
import type { HistorySource } from '../history-source.ts'
import type { SourceHttp } from '../source-http.ts'

export type BlockscoutOptions = {
  readonly network: Network
  /** The URL of an instance's API, such as `https://eth.blockscout.com/api`. */
  readonly url: string
  readonly key?: string | undefined
  readonly http: SourceHttp
  readonly windowRows?: number
}

/**
 * Opens an instance of Blockscout. Reads the newest block and the counters through the REST API, but
 * histories through the Etherscan-compatible API, because it returns up to 10,000 rows per request. Token
 * transfers include the log index.
 */
export function openBlockscout({ network, url, key, http, windowRows }: BlockscoutOptions): HistorySource {
  const { target, headers } = readHttpUrl(url)
  const base = new URL(target)
  if (key !== undefined && key !== '') base.searchParams.set('apikey', key)
  const rest = (path: string) => {
    const request = new URL(base)
    request.pathname = `${base.pathname.replace(/\/$/, '')}/v2/${path}`
    return request
  }

  return createAccountSource({
    ...{ kind: 'blockscout', network, url: base, headers, http, windowRows },
    lacks: unlistedTransfers[network] ?? [],
    async head(fields, asking) {
      const read = (answer: unknown) => {
        const [newest] = fields.list(answer, 'list of blocks')
        const { height, timestamp } = fields.row(newest, 'newest block')
        const time = Math.floor(Date.parse(String(timestamp)) / 1000)
        return { block: fields.whole(height, 'block number'), time: fields.time(time, 'block time') }
      }
      return await http.json({ url: rest('main-page/blocks'), headers, asking, read })
    },
    async size(address, fields, asking) {
      const read = (answer: unknown) => {
        const { transactions_count, token_transfers_count } = fields.row(answer, 'counters')
        return (
          fields.whole(transactions_count, 'number of transactions') +
          fields.whole(token_transfers_count, 'number of transfers')
        )
      }
      return await http.json({ url: rest(`addresses/${address}/counters`), headers, asking, read })
    },
  })
}
