import type { Network } from '../../addresses/networks.ts'
import { nativeCoinOf } from '../../coins/find-coin.ts'
import type { ChainBlock } from '../rpc/chain-source.ts'
import { mapLog } from './map-log.ts'
import { type BlockRow, hasFailed, isNetworkTransaction, mapTransaction } from './map-transaction.ts'
import { rewardPosition, tracePosition } from './positions.ts'
import type { BlockTraces } from './read-traces.ts'
import type { RpcBlock, RpcReceipt } from './rpc-block.ts'

export const weiPerGwei = 1_000_000_000n

/**
 * Returns all transfers of supported coins in a block: values, fees, token transfers and, if there are
 * traces, coins sent by contracts. Omits zero amounts, because anyone can log a token transfer of zero in
 * another account's name. Scammers do this to appear in that account's history.
 */
export function mapBlock(options: {
  readonly network: Network
  readonly block: RpcBlock
  /**
   * One receipt per transaction, in any order. Receipts for transactions that the network itself created can
   * be missing.
   */
  readonly receipts: readonly RpcReceipt[]
  readonly traces?: BlockTraces | undefined
}): ChainBlock {
  const { network, block, traces } = options
  const native = nativeCoinOf(network).identifier
  const receipts = new Map(options.receipts.map((receipt) => [receipt.transactionHash, receipt]))
  const number = Number(block.number)
  const time = Number(block.timestamp)
  const rows: BlockRow[] = []

  for (const transaction of block.transactions) {
    const receipt = receipts.get(transaction.hash)
    if (!receipt && isNetworkTransaction(transaction)) continue
    if (!receipt) throw new RangeError(`block ${number} has no receipt for ${transaction.hash}`)
    const trace = traces?.byTransaction.get(transaction.hash)
    rows.push(...mapTransaction({ native, transaction, receipt, undone: hasFailed(receipt, trace?.failed) }))
    for (const log of receipt.logs) rows.push(...mapLog(network, transaction.hash, log))
    if (hasFailed(receipt, trace?.failed)) continue
    for (const { path, from, to, amount } of trace?.moves ?? []) {
      rows.push({ coin: native, tx: transaction.hash, position: tracePosition(path), from, to, amount })
    }
  }
  for (const { index, address, amount } of block.withdrawals ?? []) {
    const to = address.toLowerCase()
    const gwei = BigInt(amount)
    rows.push({
      coin: native,
      tx: block.hash,
      position: Number(index),
      from: '',
      to,
      amount: gwei * weiPerGwei,
    })
  }
  for (const [ordinal, { to, amount }] of (traces?.rewards ?? []).entries()) {
    rows.push({ coin: native, tx: block.hash, position: rewardPosition(ordinal), from: '', to, amount })
  }
  const transfers = rows.filter(({ amount }) => amount > 0n).map((row) => ({ ...row, block: number, time }))
  const lacksInternal = traces === undefined && block.transactions.length > 0
  return { number, hash: block.hash, parent: block.parentHash, time, transfers, lacksInternal }
}
