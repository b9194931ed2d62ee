import { coinOfContract, nativeCoinOf } from '../../coins/find-coin.ts'
import type { Network } from '../../coins/networks.ts'
import type { Transfer } from '../../ledger/transfer.ts'
import type { ChainBlock } from '../rpc/chain-source.ts'
import {
  depositPosition,
  feePosition,
  logPosition,
  rewardPosition,
  tracePosition,
  valuePosition,
} from './positions.ts'
import type { BlockTraces } from './read-traces.ts'
import type { RpcBlock, RpcLog, RpcReceipt, RpcTransaction } from './rpc-block.ts'

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const nobody = `0x${'0'.repeat(40)}`
const weiPerGwei = 1_000_000_000n

type Row = Omit<Transfer, 'block' | 'time'>

/**
 * Every movement of a supported coin in one block: values, fees, token transfers, and with traces what contracts sent
 * on. Movements of nothing are left out: anyone can log a token transfer of zero in a stranger's name, and scammers
 * do so to appear among that person's dealings.
 */
export function mapBlock(options: {
  readonly network: Network
  readonly block: RpcBlock
  /** One for each transaction, in any order; those of the network itself may be missing. */
  readonly receipts: readonly RpcReceipt[]
  readonly traces?: BlockTraces | undefined
}): ChainBlock {
  const { network, block, traces } = options
  const native = nativeCoinOf(network).identifier
  const receipts = new Map(options.receipts.map((receipt) => [receipt.transactionHash, receipt]))
  const number = Number(block.number)
  const time = Number(block.timestamp)
  const rows: Row[] = []

  for (const transaction of block.transactions) {
    const receipt = receipts.get(transaction.hash)
    if (!receipt && isOfNetwork(transaction)) continue
    if (!receipt) throw new RangeError(`block ${number} has no receipt of ${transaction.hash}`)
    const trace = traces?.byTransaction.get(transaction.hash)
    rows.push(...ofTransaction({ native, transaction, receipt, undone: hasFailed(receipt, trace?.failed) }))
    for (const log of receipt.logs) rows.push(...ofLog(network, transaction.hash, log))
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
  return { number, hash: block.hash, parent: block.parentHash, time, transfers }
}

/** Polygon writes what it takes over from Ethereum as transactions of nobody. */
export function isOfNetwork(transaction: RpcTransaction): boolean {
  return transaction.from === nobody
}

/** Before the Byzantium fork a receipt does not say it. Then the trace does; without one it counts as carried out. */
function hasFailed(receipt: RpcReceipt, traceFailed: boolean | undefined): boolean {
  if (receipt.status === undefined || receipt.status === null) return traceFailed === true
  return BigInt(receipt.status) === 0n
}

function ofTransaction(options: {
  native: string
  transaction: RpcTransaction
  receipt: RpcReceipt
  undone: boolean
}): Row[] {
  const { native: coin, transaction, receipt, undone } = options
  const tx = transaction.hash
  const from = transaction.from.toLowerCase()
  const rows: Row[] = [
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

/** ERC-20 has both addresses among the topics and the amount alone in the data; ERC-721 has four topics. */
function ofLog(network: Network, tx: string, log: RpcLog): Row[] {
  const [topic, sender, receiver, ...more] = log.topics
  if (topic !== transferTopic || sender === undefined || receiver === undefined || more.length > 0) return []
  if (log.data.length !== 66 || log.removed) return []
  const coin = coinOfContract(network, log.address.toLowerCase())
  const from = ofTopic(sender)
  const to = ofTopic(receiver)
  if (!coin || (from === '' && to === '')) return []
  const position = logPosition(Number(log.logIndex))
  return [{ coin: coin.identifier, tx, position, from, to, amount: BigInt(log.data) }]
}

/** A token is minted by a transfer from the zero address and burnt by one to it. */
function ofTopic(topic: string): string {
  const address = `0x${topic.slice(-40).toLowerCase()}`
  return address === nobody ? '' : address
}
