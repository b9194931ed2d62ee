import { type EvmNetwork, evmChainIds } from '../../../addresses/networks.ts'
import { isNetworkTransaction } from '../../evm/map-transaction.ts'
import type { RpcTransaction } from '../../evm/rpc-block.ts'
import { unlistedTransfers } from '../etherscan/source.ts'
import type { Asking, HistoryPage, HistorySource, HistoryTransfer } from '../history-source.ts'
import { createNodeCalls } from '../node-calls.ts'
import { createRowFields, type Row } from '../row-fields.ts'
import { SourceError } from '../source-error.ts'
import type { SourceHttp } from '../source-http.ts'
import { mapNodeLog, mapNodeTransaction, type NodePlace } from './map.ts'
import { type BlockSpan, type NodeEntries, readNodeEntries } from './read.ts'

export type EvmNodeOptions = {
  readonly network: EvmNetwork
  /** The URL of the node's JSON-RPC API. It can contain a key. */
  readonly url: string
  readonly http: SourceHttp
  /** Number of blocks of the first request. Doubles after each request that succeeds. */
  readonly spanBlocks?: number
  /** The chain id that the node must report. By default, the network's. */
  readonly chainId?: number
}

const firstSpan = 50_000

/**
 * Opens a node as a source of single addresses. Every node finds the transfers of supported tokens. Only nodes
 * with `trace_filter` find transfers of the native coin and fees. Data is read only from a node that reports the
 * network's chain id. It is checked again with every request for the newest block.
 */
export function openEvmNode({
  network,
  url,
  http,
  spanBlocks,
  chainId = evmChainIds[network],
}: EvmNodeOptions): HistorySource {
  const calls = createNodeCalls({ url, http })
  const fields = createRowFields({ network, host: calls.host, now: http.now })
  const span: BlockSpan = { blocks: spanBlocks ?? firstSpan, traces: true }
  const changed = () =>
    new SourceError('changed', `${calls.host}: the chain changed while the history was read`)
  const whole = (value: unknown, what: string) =>
    fields.whole(typeof value === 'string' ? Number(value) : value, what)

  let isChecked = false
  const checkChain = (answer: unknown) => {
    const found = whole(answer, 'chain id')
    isChecked = found === chainId
    if (isChecked) return
    const text = `${calls.host}: the node belongs to the chain with the id ${found}, and ${network} has the id ${chainId}`
    throw new SourceError('chain', text)
  }
  const checkOnce = async (asking: Asking) => {
    if (!isChecked) checkChain(await calls.call('eth_chainId', [], asking))
  }

  /** Requests the times of blocks, unless their logs contain them, and checks the blocks' hashes. */
  async function placesOf(entries: NodeEntries, asking: Asking): Promise<Map<number, NodePlace>> {
    const hashes = new Map<number, string>()
    const places = new Map<number, NodePlace>()
    for (const { blockNumber, blockHash, blockTimestamp } of [...entries.logs, ...(entries.traces ?? [])]) {
      const block = whole(blockNumber, 'block number')
      const hash = fields.hash(blockHash, 'block hash')
      if ((hashes.get(block) ?? hash) !== hash) throw changed()
      hashes.set(block, hash)
      if (blockTimestamp !== undefined && blockTimestamp !== null) {
        places.set(block, { block, time: fields.time(Number(blockTimestamp), 'block time') })
      }
    }
    const missing = [...hashes.keys()].filter((block) => !places.has(block))
    const headers = await calls.batch(
      missing.map((block) => ({
        method: 'eth_getBlockByNumber',
        params: [`0x${block.toString(16)}`, false],
      })),
      asking,
    )
    for (const [index, header] of headers.entries()) {
      const block = missing[index] ?? 0
      const { hash, timestamp } = fields.row(header, 'block')
      if (hashes.get(block) !== fields.hash(hash, 'block hash')) throw changed()
      places.set(block, { block, time: fields.time(Number(timestamp), 'block time') })
    }
    return places
  }

  async function transfersOf(
    entries: NodeEntries,
    asking: Asking,
  ): Promise<{ transfers: HistoryTransfer[]; rows: number }> {
    const places = await placesOf(entries, asking)
    const placeOf = (row: Row): NodePlace => {
      const place = places.get(whole(row.blockNumber, 'block number'))
      if (place === undefined) throw changed()
      return place
    }
    const transfers = entries.logs.flatMap((log) => mapNodeLog({ network, log, place: placeOf(log), fields }))
    const blocks = new Map<string, NodePlace>()
    for (const trace of entries.traces ?? []) {
      // Block rewards belong to no transaction.
      if (trace.transactionHash === null || trace.transactionHash === undefined) continue
      blocks.set(fields.hash(trace.transactionHash, 'transaction hash'), placeOf(trace))
    }
    const methods = ['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'trace_transaction']
    const hashes = [...blocks.keys()]
    const answers = await calls.batch(
      hashes.flatMap((hash) => methods.map((method) => ({ method, params: [hash] }))),
      asking,
    )
    for (const [index, hash] of hashes.entries()) {
      const [transaction, receipt, traces] = answers.slice(3 * index, 3 * index + 3)
      const place = blocks.get(hash)
      if (place === undefined || transaction === null) throw changed()
      if (receipt === null && isNetworkTransaction(transaction as RpcTransaction)) continue
      if (receipt === null || whole(fields.row(receipt, 'receipt').blockNumber, 'block') !== place.block) {
        throw changed()
      }
      transfers.push(...mapNodeTransaction({ network, transaction, receipt, traces, place, fields }))
    }
    return { transfers, rows: entries.count }
  }

  return {
    kind: 'evm-node',
    network,
    async head(asking) {
      const [id, newest] = await calls.batch(
        [
          { method: 'eth_chainId', params: [] },
          { method: 'eth_getBlockByNumber', params: ['latest', false] },
        ],
        asking,
      )
      checkChain(id)
      const header = fields.row(newest, 'newest block')
      return {
        block: whole(header.number, 'block number'),
        time: fields.time(Number(header.timestamp), 'block time'),
      }
    },
    // The number of sent transactions. It is large for the busiest addresses, such as an exchange's wallets.
    async size(address, asking) {
      await checkOnce(asking)
      const count = await calls.call('eth_getTransactionCount', [address, 'latest'], asking)
      return whole(count, 'number of transactions')
    },
    async *read({ address, from, to }, asking): AsyncIterable<HistoryPage> {
      await checkOnce(asking)
      const query = { network, calls, address, from, to, span, fields, asking }
      for await (const entries of readNodeEntries(query)) {
        const { transfers, rows } = await transfersOf(entries, asking)
        const seen = new Set<string>()
        yield {
          rows,
          through: entries.through,
          transfers: transfers.filter(({ coin, tx, position, from, to, block }) => {
            const key = `${coin} ${tx} ${position}`
            if (block > entries.through || (from !== address && to !== address) || seen.has(key)) return false
            seen.add(key)
            return true
          }),
        }
      }
    },
    lacks: () => [
      ...(span.traces ? [] : ['transfers of the native coin']),
      ...(unlistedTransfers[network] ?? []),
    ],
  }
}
