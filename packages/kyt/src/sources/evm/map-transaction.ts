import type { Transfer } from '../../imports/transfer.ts'
import { depositPosition, feePosition, valuePosition } from './positions.ts'
import type { RpcReceipt, RpcTransaction } from './rpc-block.ts'

export const nobody = `0x${'0'.repeat(40)}`

/** A transfer of a block that is known. */
export type BlockRow = Omit<Transfer, 'block' | 'time'>

/** Polygon writes what it takes over from Ethereum as transactions of nobody. */
export function isOfNetwork(transaction: RpcTransaction): boolean {
  return transaction.from === nobody
}

/** Before the Byzantium fork a receipt does not say it. Then the trace does; without one it counts as carried out. */
export function hasFailed(receipt: RpcReceipt, traceFailed: boolean | undefined): boolean {
  if (receipt.status === undefined || receipt.status === null) return traceFailed === true
  return BigInt(receipt.status) === 0n
}

/** What a transaction itself moved and paid. */
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
  // The chain below has taken the coins already: they are minted even when the transaction then fails.
  if (minted > 0n) rows.push({ coin, tx, position: depositPosition, from: '', to: from, amount: minted })
  const to = transaction.to ?? receipt.contractAddress
  if (!undone && to) {
    const amount = BigInt(transaction.value)
    rows.push({ coin, tx, position: valuePosition, from, to: to.toLowerCase(), amount })
  }
  return rows
}

/** Gas, the price of blobs, and on a rollup what the chain below asks for the data. */
function feeOf(transaction: RpcTransaction, receipt: RpcReceipt): bigint {
  const price = BigInt(receipt.effectiveGasPrice ?? transaction.gasPrice ?? '0x0')
  const blobs = BigInt(receipt.blobGasUsed ?? '0x0') * BigInt(receipt.blobGasPrice ?? '0x0')
  return BigInt(receipt.gasUsed) * price + blobs + BigInt(receipt.l1Fee ?? '0x0')
}
