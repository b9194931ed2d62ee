import { readHttpUrl } from '@touchstone/common'
import type { BitcoinNetwork } from '../../../addresses/networks.ts'
import { parseLargeIntegers } from '../../bitcoin/exact-json.ts'
import type { Asking, HistoryPage, HistorySource } from '../history-source.ts'
import { createRowFields } from '../row-fields.ts'
import type { SourceHttp } from '../source-http.ts'
import { createUtxoHistory } from '../utxo-history.ts'
import { mapEsploraTransaction } from './map.ts'
import { readEsploraPages } from './read.ts'

export type EsploraOptions = {
  readonly network: BitcoinNetwork
  /** The URL of the API, such as `https://blockstream.info/api`. */
  readonly url: string
  readonly http: SourceHttp
}

/** Opens an instance of Esplora. Its API has no parameter for a key; a URL can contain credentials. */
export function openEsplora({ network, url, http }: EsploraOptions): HistorySource {
  const { target, headers, host } = readHttpUrl(url)
  const fields = createRowFields({ network, host, now: http.now })

  const get = async <T>(path: string, asking: Asking, read: (answer: unknown) => T): Promise<T> => {
    const request = new URL(target)
    request.pathname = `${request.pathname.replace(/\/$/, '')}/${path}`
    return await http.json({ url: request, headers, asking, read, parse: parseLargeIntegers })
  }

  return {
    kind: 'esplora',
    network,
    newestPerRequest: 25,
    async head(asking) {
      return await get('blocks', asking, (answer) => {
        const [newest] = fields.list(answer, 'list of blocks')
        const { height, timestamp } = fields.row(newest, 'newest block')
        return { block: fields.whole(height, 'block number'), time: fields.time(timestamp, 'block time') }
      })
    },
    async size(address, asking) {
      return await get(`address/${encodeURIComponent(address)}`, asking, (answer) => {
        const stats = fields.row(fields.row(answer, 'address').chain_stats, 'statistics')
        return fields.whole(stats.tx_count, 'number of transactions')
      })
    },
    async *read({ address, from, to }, asking): AsyncIterable<HistoryPage> {
      const convert = createUtxoHistory({ network, address, host, fields })
      const list = `address/${encodeURIComponent(address)}/txs/chain`
      const pages = {
        page: (after: string | undefined) =>
          get(after === undefined ? list : `${list}/${after}`, asking, (answer) =>
            fields
              .list(answer, 'list of transactions')
              .flatMap((transaction) => mapEsploraTransaction(network, transaction, fields) ?? []),
          ),
        blockOf: (tx: string) =>
          get(`tx/${tx}/status`, asking, (answer) => {
            const { confirmed, block_height } = fields.row(answer, 'status')
            return confirmed === true ? fields.whole(block_height, 'block number') : undefined
          }),
      }
      for await (const page of readEsploraPages({ pages, from, host, fields })) {
        const inRange = page.filter(({ block }) => block >= from && block <= to)
        yield { transfers: convert(inRange), rows: page.length }
      }
    },
    lacks: () => [],
  }
}
