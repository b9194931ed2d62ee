import type { Transfer } from '../../imports/transfer.ts'
import { depositPosition, feePosition, valuePosition } from './positions.ts'
import type { RpcReceipt, RpcTransaction } from './rpc-block.ts'

export const zeroAddress = `0x${'0'.repeat(40)}`

export type BlockRow = Omit<Transfer, 'block' | 'time'>

/**
 * Whether the network itself created the transaction. Polygon represents state synchronised from Ethereum as
 * transactions from the zero address.
 */
export function isNetworkTransaction(transaction: RpcTransaction): boolean {
  return transaction.from === zeroAddress
}

/**
 * Receipts from before the Byzantium fork have no status. For these receipts, the trace shows whether the
 * transaction failed. Without a trace, the transaction counts as successful.
 */
export function hasFailed(receipt: RpcReceipt, traceFailed: boolean | undefined): boolean {
  if (receipt.status === undefined || receipt.status === null) return traceFailed === true
  return BigInt(receipt.status) === 0n
}

/** Maps a transaction's value and fee, without its internal transfers. */
export function mapTransaction(options: {
  native: string
  transaction: RpcTransaction
  receipt: RpcReceipt
  undone: boolean
}): BlockRow[] {
  const { native: coin, transaction, receipt, undone } = options
  const tx = transaction.hash
  const from = transaction.from.toLowerCase()
  const rows: BlockRow[] = [
    { coin, tx, position: feePosition, from, to: '', amount: feeOf(transaction, receipt), fee: true },
  ]
  const minted = BigInt(transaction.mint ?? '0x0')
  // The coins were already taken on the parent chain, so they are minted even if the transaction fails.
  if (minted > 0n) rows.push({ coin, tx, position: depositPosition, from: '', to: from, amount: minted })
  const to = transaction.to ?? receipt.contractAddress
  if (!undone && to) {
    const amount = BigInt(transaction.value)
    rows.push({ coin, tx, position: valuePosition, from, to: to.toLowerCase(), amount })
  }
  return rows
}

/** The gas fee, the cost of blobs and, on a rollup, the parent chain's data fee. */
function feeOf(transaction: RpcTransaction, receipt: RpcReceipt): bigint {
  const price = BigInt(receipt.effectiveGasPrice ?? transaction.gasPrice ?? '0x0')
  const blobs = BigInt(receipt.blobGasUsed ?? '0x0') * BigInt(receipt.blobGasPrice ?? '0x0')
  return BigInt(receipt.gasUsed) * price + blobs + BigInt(receipt.l1Fee ?? '0x0')
}
