import { readHttpUrl } from '@touchstone/common'
import type { BitcoinNetwork } from '../../../addresses/networks.ts'
import type { Asking, HistoryPage, HistorySource } from '../history-source.ts'
import { createRowFields } from '../row-fields.ts'
import { SourceError } from '../source-error.ts'
import type { SourceHttp } from '../source-http.ts'
import { createUtxoHistory, type UtxoTransaction } from '../utxo-history.ts'
import { type FindOwner, mapBlockbookOwner, mapBlockbookTransaction } from './map.ts'
import { type AskBlockbook, readBlockbookPages } from './read.ts'

export type BlockbookOptions = {
  readonly network: BitcoinNetwork
  /** The URL of an instance, such as `https://blockbook.example.com`. */
  readonly url: string
  /** Sent in the header `api-key`, as providers of Blockbook require. */
  readonly key?: string | undefined
  readonly http: SourceHttp
  /** Number of transactions per request. The documented maximum is 1,000. */
  readonly pageRows?: number
}

const mostPageRows = 1_000
const fewPageRows = 50

/** Opens an instance of Blockbook for a chain in the Bitcoin family. */
export function openBlockbook(options: BlockbookOptions): HistorySource {
  const { network, http, key } = options
  const url = readHttpUrl(options.url)
  const headers = { ...url.headers, ...(key !== undefined && key !== '' && { 'api-key': key }) }
  const fields = createRowFields({ network, host: url.host, now: http.now })
  let pageRows = options.pageRows ?? mostPageRows

  const get = async <T>(
    path: string,
    query: Record<string, string | number>,
    asking: Asking,
    read: (answer: unknown) => T,
  ): Promise<T> => {
    const request = new URL(url.target)
    request.pathname = `${request.pathname.replace(/\/(api(\/v2)?\/?)?$/, '')}/api/v2${path}`
    for (const [name, value] of Object.entries(query)) request.searchParams.set(name, String(value))
    return await http.json({ url: request, headers, asking, read })
  }

  /** Requests a page, with fewer rows if the response is too long. */
  async function askPage(address: string, range: Parameters<AskBlockbook>[0], asking: Asking) {
    for (;;) {
      try {
        const query = { details: 'txs', ...range, pageSize: pageRows }
        return await get(`/address/${encodeURIComponent(address)}`, query, asking, (answer) =>
          fields.row(answer, 'address'),
        )
      } catch (error) {
        const isTooLong = error instanceof SourceError && error.kind === 'oversized'
        if (!isTooLong || pageRows <= fewPageRows || range.page > 1) throw error
        pageRows = fewPageRows
      }
    }
  }

  return {
    kind: 'blockbook',
    network,
    newestPerRequest: pageRows,
    async head(asking) {
      return await get('', {}, asking, (answer) => {
        const { bestHeight, lastBlockTime } = fields.row(fields.row(answer, 'status').blockbook, 'status')
        const time = Math.floor(Date.parse(String(lastBlockTime)) / 1000)
        return { block: fields.whole(bestHeight, 'block number'), time: fields.time(time, 'block time') }
      })
    },
    async size(address, asking) {
      return await get(`/address/${encodeURIComponent(address)}`, { details: 'basic' }, asking, (answer) =>
        fields.whole(fields.row(answer, 'address').txs ?? 0, 'number of transactions'),
      )
    },
    async *read({ address, from, to }, asking): AsyncIterable<HistoryPage> {
      const convert = createUtxoHistory({ network, address, host: url.host, fields })
      const findOwner: FindOwner = async (tx, output) =>
        await get(`/tx/${tx}`, {}, asking, (answer) => {
          const outputs = fields.list(fields.row(answer, 'transaction').vout, 'list of outputs')
          const spent = outputs.map((row) => fields.row(row, 'output')).find(({ n }) => (n ?? 0) === output)
          return mapBlockbookOwner(network, fields.row(spent, 'spent output'), fields)
        })
      const ask: AskBlockbook = async (range) => {
        const answer = await askPage(address, range, asking)
        const rows = fields.list(answer.transactions ?? [], 'list of transactions')
        const transactions: UtxoTransaction[] = []
        for (const value of rows) {
          const mapped = await mapBlockbookTransaction({ network, value, fields, findOwner })
          if (mapped) transactions.push(mapped)
        }
        const page = fields.whole(answer.page ?? 1, 'page')
        const size = fields.whole(answer.itemsOnPage ?? pageRows, 'page size')
        return { transactions, rows: rows.length, page, pageRows: Math.min(size, pageRows) }
      }
      for await (const page of readBlockbookPages({ ask, from, to, fields })) {
        yield { transfers: convert(page.transactions), rows: page.rows }
      }
    },
    lacks: () => [],
  }
}
