import type { Network } from '../../../addresses/networks.ts'
import { coins } from '../../../coins/coin-table.ts'
import { isUnknownMethod, RpcError } from '../../rpc/rpc-error.ts'
import type { Asking } from '../history-source.ts'
import { type NodeCalls, NodeRefusal } from '../node-calls.ts'
import type { Row, RowFields } from '../row-fields.ts'
import { SourceError } from '../source-error.ts'

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The entries of a range of blocks that involve an address. */
export type NodeEntries = {
  readonly logs: readonly Row[]
  /** Undefined if the node does not support `trace_filter`. */
  readonly traces: readonly Row[] | undefined
  readonly count: number
  readonly through: number
}

/** The number of blocks per request, which is adapted to what the node accepts. */
export type BlockSpan = { blocks: number; traces: boolean }

/**
 * Reads the logs of supported tokens and, if the node supports `trace_filter`, the calls of an address.
 * Providers limit the number of blocks or results of a request in different ways, so a refused range is
 * halved, and it is extended again after requests that succeed.
 */
export async function* readNodeEntries(options: {
  readonly network: Network
  readonly calls: NodeCalls
  readonly address: string
  readonly from: number
  readonly to: number
  readonly span: BlockSpan
  readonly fields: RowFields
  readonly asking: Asking
}): AsyncIterable<NodeEntries> {
  const { network, calls, address, to, span, fields, asking } = options
  const contracts = coins.flatMap((coin) => (coin.network === network ? (coin.contract ?? []) : []))
  const topic = `0x${address.slice(2).padStart(64, '0')}`

  async function logsOf(range: Row): Promise<Row[]> {
    if (contracts.length === 0) return []
    const rows: Row[] = []
    for (const topics of [
      [transferTopic, topic],
      [transferTopic, null, topic],
    ]) {
      const answer = await calls.call('eth_getLogs', [{ ...range, address: contracts, topics }], asking)
      for (const log of fields.list(answer, 'list of logs')) rows.push(fields.row(log, 'log'))
    }
    return rows
  }

  async function tracesOf(range: Row): Promise<Row[] | undefined> {
    if (!span.traces) return undefined
    try {
      const rows: Row[] = []
      for (const side of ['fromAddress', 'toAddress']) {
        const answer = await calls.call('trace_filter', [{ ...range, [side]: [address] }], asking)
        for (const trace of fields.list(answer, 'list of traces')) rows.push(fields.row(trace, 'trace'))
      }
      return rows
    } catch (error) {
      if (!isMissing(error)) throw error
      span.traces = false
      return undefined
    }
  }

  for (let from = options.from; from <= to; ) {
    const last = Math.min(to, from + span.blocks - 1)
    const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${last.toString(16)}` }
    try {
      const logs = await logsOf(range)
      const traces = await tracesOf(range)
      yield { logs, traces, count: logs.length + (traces?.length ?? 0), through: last }
      from = last + 1
      span.blocks = Math.min(Number.MAX_SAFE_INTEGER, span.blocks * 2)
    } catch (error) {
      if (!isTooLarge(error) || last === from) throw error
      span.blocks = smallerSpan(error, last - from + 1)
    }
  }
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof NodeRefusal)) return false
  const { code, reason } = error
  return (
    isUnknownMethod(new RpcError({ message: reason, retryable: false, code })) ||
    /not (supported|available|found|enabled)|does not exist|unsupported/i.test(reason)
  )
}

function isTooLarge(error: unknown): error is SourceError {
  if (error instanceof NodeRefusal) return error.isTooLarge
  return error instanceof SourceError && /^(oversized|narrow)$/.test(error.kind)
}

/** Half of the range, or the number of blocks that the node names as its limit. */
function smallerSpan(error: SourceError, blocks: number): number {
  const half = Math.max(1, Math.floor(blocks / 2))
  const reason = error instanceof NodeRefusal && /range/i.test(error.reason) ? error.reason : ''
  const named = [...reason.matchAll(/\b\d{1,3}(?:,\d{3})+\b|\b\d{2,6}\b/g)]
    .map(([text]) => Number(text.replaceAll(',', '')))
    .filter((number) => number > 0 && number < half)
  return named.length === 0 ? half : Math.max(...named)
}
