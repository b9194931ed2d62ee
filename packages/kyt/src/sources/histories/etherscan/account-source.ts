import type { Network } from '../../../addresses/networks.ts'
import type { Asking, HistoryPage, HistoryQuery, HistorySource } from '../history-source.ts'
import { createRowFields, type RowFields } from '../row-fields.ts'
import { SourceError } from '../source-error.ts'
import type { SourceHttp } from '../source-http.ts'
import { readAccountAnswer } from './account-answer.ts'
import { mapAccountRows } from './map.ts'
import { type AccountRows, type AskList, createWindowSize, readAccountLists } from './read.ts'

export type AccountSourceOptions = {
  readonly kind: string
  readonly network: Network
  /** The URL of the API, with the parameters that every request contains, such as the key. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly http: SourceHttp
  /** Number of rows per request. */
  readonly windowRows?: number | undefined
  readonly lacks: readonly string[]
  head(fields: RowFields, asking: Asking): ReturnType<HistorySource['head']>
  size(address: string, fields: RowFields, asking: Asking): Promise<number | undefined>
}

/** Creates a source for the account module of Etherscan's API, which other explorers offer as well. */
export function createAccountSource(options: AccountSourceOptions): HistorySource {
  const { kind, network, url, headers, http } = options
  const fields = createRowFields({ network, host: url.host, now: http.now })
  const size = createWindowSize(options.windowRows)
  let isPartial = false

  const ask: AskList = async ({ list, address, from, to, page, rows }, asking) => {
    const target = new URL(url)
    const parameters = {
      ...{ module: 'account', action: list, address, sort: 'asc' },
      ...{ startblock: from, endblock: to, page, offset: rows },
    }
    for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, String(value))
    const answer = await http.json({
      ...{ url: target, headers, asking },
      read: (body) => readAccountAnswer(body, url.host, fields),
    })
    if (answer.isPartial) isPartial = true
    return answer.rows
  }

  return {
    kind,
    network,
    head: (asking) => options.head(fields, asking),
    size: (address, asking) => options.size(address, fields, asking),
    async *read(query: HistoryQuery, asking: Asking): AsyncIterable<HistoryPage> {
      const check = createChainCheck(url.host)
      for await (const { rows, count, through } of readAccountLists({ ask, query, size, fields, asking })) {
        check(rows)
        const transfers = mapAccountRows({ network, address: query.address, rows, fields })
        yield { transfers, rows: count, through }
      }
    },
    lacks: () => (isPartial ? [...options.lacks, 'internal transfers'] : options.lacks),
  }
}

/**
 * Returns a function that throws if two rows state different hashes for one block, because the chain was
 * reorganized between the requests.
 */
function createChainCheck(host: string): (rows: AccountRows['rows']) => void {
  const hashes = new Map<string, string>()
  return ({ txlist, tokentx }) => {
    for (const { blockNumber, blockHash } of [...txlist, ...tokentx]) {
      if (typeof blockHash !== 'string' || blockHash === '') continue
      const known = hashes.get(String(blockNumber))
      if (known !== undefined && known !== blockHash) {
        throw new SourceError('changed', `${host}: the chain changed while the history was read`)
      }
      hashes.set(String(blockNumber), blockHash)
    }
  }
}
