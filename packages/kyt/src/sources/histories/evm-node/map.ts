import type { Network } from '../../../addresses/networks.ts'
import { mapBlock } from '../../evm/map-block.ts'
import { mapLog } from '../../evm/map-log.ts'
import { readFlatTraces } from '../../evm/read-traces.ts'
import type { FlatTrace, RpcLog, RpcReceipt, RpcTransaction } from '../../evm/rpc-block.ts'
import type { HistoryTransfer } from '../history-source.ts'
import type { Row, RowFields } from '../row-fields.ts'

export type NodePlace = { readonly block: number; readonly time: number }

/** Maps a log of a supported token. Its position is exact, so that it equals the position from a block. */
export function mapNodeLog(options: {
  readonly network: Network
  readonly log: Row
  readonly place: NodePlace
  readonly fields: RowFields
}): HistoryTransfer[] {
  const { network, log, place, fields } = options
  const tx = fields.hash(log.transactionHash, 'transaction hash')
  checkLog(log, fields)
  return mapLog(network, tx, log as unknown as RpcLog).map((row) => ({ ...row, ...place }))
}

/** Maps a whole transaction with its traces in the same way as the transactions of a block. */
export function mapNodeTransaction(options: {
  readonly network: Network
  readonly transaction: unknown
  readonly receipt: unknown
  readonly traces: unknown
  readonly place: NodePlace
  readonly fields: RowFields
}): readonly HistoryTransfer[] {
  const { network, place, fields } = options
  const transaction = fields.row(options.transaction, 'transaction')
  const receipt = fields.row(options.receipt, 'receipt')
  const hash = fields.hash(transaction.hash, 'transaction hash')
  if (fields.hash(receipt.transactionHash, 'receipt') !== hash) throw fields.invalid('receipt')
  for (const log of fields.list(receipt.logs, 'list of logs')) checkLog(fields.row(log, 'log'), fields)
  const traces = fields.list(options.traces, 'list of traces') as readonly FlatTrace[]
  try {
    return mapBlock({
      network,
      block: {
        number: `0x${place.block.toString(16)}`,
        hash: String(receipt.blockHash),
        parentHash: '',
        timestamp: `0x${place.time.toString(16)}`,
        transactions: [transaction as unknown as RpcTransaction],
      },
      receipts: [receipt as unknown as RpcReceipt],
      traces: readFlatTraces(traces),
    }).transfers
  } catch (error) {
    // Thrown for fields that are not hex numbers or are missing.
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) {
      throw fields.invalid('transaction')
    }
    throw error
  }
}

function checkLog({ address, topics, data, logIndex }: Row, fields: RowFields): void {
  fields.address(address, 'contract of a log')
  const isHex = (value: unknown) => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)
  const words = fields.list(topics, 'topics of a log')
  if (!isHex(data) || !isHex(logIndex) || !words.every(isHex)) throw fields.invalid('log')
}
