import { readHttpUrl } from '@touchstone/common'
import { parseLargeIntegers } from '../../bitcoin/exact-json.ts'
import type { Asking, HistoryPage, HistorySource, HistoryTransfer } from '../history-source.ts'
import { createNodeCalls } from '../node-calls.ts'
import { createRowFields } from '../row-fields.ts'
import { quote, SourceError } from '../source-error.ts'
import type { SourceHttp } from '../source-http.ts'
import { type MappedTron, mapTronRows } from './map.ts'
import { type AskTron, readTronLists } from './read.ts'

export type TrongridOptions = {
  /** The URL of the service, such as `https://api.trongrid.io`. */
  readonly url: string
  readonly key?: string | undefined
  readonly http: SourceHttp
  /** Number of rows per request. The documented maximum is 200. */
  readonly pageRows?: number
}

/**
 * Opens version 1 of TronGrid's API. Reads only confirmed transactions. The rows of token transfers and
 * internal transfers do not contain the block number, so it is requested from the node's JSON-RPC API, once
 * per block.
 */
export function openTrongrid({ url, key, http, pageRows = 200 }: TrongridOptions): HistorySource {
  const { target, host, headers: credentials } = readHttpUrl(url)
  const base = target.replace(/\/$/, '')
  const headers = { ...credentials, ...(key !== undefined && key !== '' && { 'TRON-PRO-API-KEY': key }) }
  const fields = createRowFields({ network: 'TRX', host, now: http.now })
  const node = createNodeCalls({ url: `${base}/jsonrpc`, headers, http })

  async function timeOfBlock(block: number, asking: Asking): Promise<number> {
    const number = `0x${block.toString(16)}`
    const answer = await node.call('eth_getBlockByNumber', [number, false], asking)
    return 1000 * fields.time(Number(fields.row(answer, 'block').timestamp), 'block time')
  }

  /** Adds the blocks of all transfers to `blocks`, by time in milliseconds. */
  async function findBlocks({ transfers }: MappedTron, blocks: Map<number, number>, asking: Asking) {
    const missing = new Map<number, string>()
    for (const { at, tx } of transfers) if (!blocks.has(at)) missing.set(at, tx)
    const times = [...missing.keys()]
    const calls = [...missing.values()].map((tx) => ({
      method: 'eth_getTransactionByHash',
      params: [`0x${tx}`],
    }))
    for (const [index, answer] of (await node.batch(calls, asking)).entries()) {
      const { blockNumber } = fields.row(answer, 'transaction')
      blocks.set(times[index] ?? 0, fields.whole(Number(blockNumber), 'block number'))
    }
  }

  return {
    kind: 'trongrid',
    network: 'TRX',
    async head(asking) {
      const answer = await node.call('eth_getBlockByNumber', ['finalized', false], asking)
      const block = fields.row(answer, 'newest block')
      return {
        block: fields.whole(Number(block.number), 'block number'),
        time: fields.time(Number(block.timestamp), 'block time'),
      }
    },
    size: async () => undefined,
    async *read({ address, from, to }, asking): AsyncIterable<HistoryPage> {
      const askList: AskTron = async ({ list, since, fingerprint }) => {
        const request = new URL(`${base}/v1/accounts/${address}/${list}`)
        const parameters = {
          ...{ only_confirmed: true, order_by: 'block_timestamp,asc', limit: pageRows },
          // Whether the documented minimum is inclusive is not documented. Blocks are three seconds apart.
          ...{ min_timestamp: Math.max(0, since - 1), ...(fingerprint !== undefined && { fingerprint }) },
        }
        for (const [name, value] of Object.entries(parameters)) request.searchParams.set(name, String(value))
        return await http.json({
          ...{ url: request, headers, asking, parse: parseLargeIntegers },
          refusal: (status, text) => refusalOf(host, status, text),
          read(answer) {
            const { success, data, meta, error } = fields.row(answer, 'response')
            if (success !== true) throw new SourceError('refused', `${host}: ${quote(String(error))}`)
            const next = fields.row(meta, 'meta').fingerprint
            return {
              rows: fields.list(data, 'list').map((row) => fields.row(row, 'row')),
              fingerprint: typeof next === 'string' && next !== '' ? next : undefined,
            }
          },
        })
      }
      const blocks = new Map<number, number>()
      const since = from === 0 ? 0 : await timeOfBlock(from, asking)
      let through = from - 1
      for await (const { rows, count } of readTronLists({ ask: askList, since, fields })) {
        const mapped = mapTronRows({ address, rows, fields })
        for (const [at, block] of mapped.blocks) blocks.set(at, block)
        await findBlocks(mapped, blocks, asking)
        const transfers = mapped.transfers.map(({ at, ...transfer }): HistoryTransfer => {
          const block = blocks.get(at)
          if (block === undefined || block <= through) throw fields.invalid('block number')
          return { ...transfer, block, time: fields.time(Math.floor(at / 1000), 'block time') }
        })
        const last = Math.max(through, ...transfers.map(({ block }) => block))
        yield {
          transfers: transfers.filter(({ block }) => block <= to),
          rows: count,
          through: Math.min(last, to),
        }
        if (last >= to) return
        through = last
      }
    },
    lacks: () => [],
  }
}

/** TronGrid reports an exceeded rate limit with HTTP 403 or 429, and states how long the key is suspended. */
function refusalOf(host: string, status: number, text: string): SourceError | undefined {
  if (status !== 403 && status !== 429) return undefined
  if (status === 403 && !/limit|suspended/i.test(text)) return undefined
  const [, seconds] = /suspended for (\d{1,4}) ?s/i.exec(text) ?? []
  const retryAfterMs = seconds === undefined ? undefined : 1000 * Number(seconds)
  return new SourceError('limited', `${host}: the rate limit is exceeded (HTTP ${status})`, { retryAfterMs })
}
