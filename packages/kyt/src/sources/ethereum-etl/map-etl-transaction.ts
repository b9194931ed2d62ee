import { nativeCoinOf } from '../../coins/find-coin.ts'
import { hasFailed, mapTransaction, zeroAddress } from '../evm/map-transaction.ts'
import {
  firstProblem,
  isAddress,
  mayBeAddress,
  mustBeAddress,
  mustBeHash,
  mustBeNumber,
  problemOfNumber,
  problemOfTime,
} from './etl-checks.ts'
import { keyOf, type Receipt, readReceipt, readTraced, receiptFields } from './etl-facts.ts'
import type { EtlRecord } from './etl-record.ts'
import { type EtlMapping, type KnownFacts, type MappingResult, timeOf } from './mapped.ts'

const checks = [
  mustBeHash('hash'),
  mustBeNumber('block_number'),
  mustBeAddress('from_address'),
  mayBeAddress('to_address'),
  mustBeNumber('value', 48),
]

/** Maps a transaction's value and fee. */
export function mapEtlTransaction(record: EtlRecord, mapping: EtlMapping, known: KnownFacts): MappingResult {
  const { text } = record
  const time = timeOf(record, known)
  const receipt = ownReceipt(record) ?? readReceipt(known.get(keyOf.receipt(text('hash'))))
  const traced = readTraced(known.get(keyOf.trace(text('hash'))))
  // Polygon represents state synchronised from Ethereum as transactions from the zero address, which have no
  // receipts.
  const isLeftOut = receipt === undefined && text('from_address') === zeroAddress
  const hasStatus = receipt !== undefined || isLeftOut || traced.isTraced || mapping.assumeSuccess
  const price = receipt?.effective_gas_price || text('gas_price')
  const problem =
    firstProblem(record, checks) ??
    problemOfTime(time) ??
    (hasStatus ? undefined : 'without a receipt it is unknown whether the transaction failed') ??
    problemOfReceipt(receipt, price)
  if (problem !== undefined) return { problem }
  if (isLeftOut) return []
  const rows = mapTransaction({
    native: nativeCoinOf(mapping.network).identifier,
    transaction: {
      hash: text('hash').toLowerCase(),
      from: text('from_address'),
      to: text('to_address') || null,
      value: text('value'),
      gasPrice: price || '0',
    },
    receipt: rpcReceipt(text('hash'), receipt),
    undone: hasFailed(rpcReceipt(text('hash'), receipt), traced.failedPaths.includes('')),
  })
  const at = { block: Number(text('block_number')), time: Number(time) }
  return rows.filter(({ amount }) => amount > 0n).map((row) => ({ ...row, ...at }))
}

/** Reads the receipt that is part of a streamed transaction. */
function ownReceipt({ text }: EtlRecord): Receipt | undefined {
  if (text('receipt_gas_used') === '') return undefined
  return Object.fromEntries(receiptFields.map((name) => [name, text(`receipt_${name}`)])) as Receipt
}

/**
 * Converts a receipt to the format that nodes return, so that the same mapping applies to both. Without a
 * receipt, the fee is zero.
 */
function rpcReceipt(transactionHash: string, receipt: Receipt | undefined) {
  return {
    transactionHash,
    blockHash: '',
    status: receipt?.status || null,
    gasUsed: receipt?.gas_used || '0',
    contractAddress: receipt?.contract_address || null,
    l1Fee: receipt?.l1_fee || null,
    blobGasUsed: receipt?.blob_gas_used || null,
    blobGasPrice: receipt?.blob_gas_price || null,
    logs: [],
    ...(receipt?.effective_gas_price && { effectiveGasPrice: receipt.effective_gas_price }),
  }
}

function problemOfReceipt(receipt: Receipt | undefined, price: string): string | undefined {
  if (receipt !== undefined && !['', '0', '1'].includes(receipt.status))
    return 'receipt_status must be 0 or 1'
  if (receipt?.contract_address && !isAddress(receipt.contract_address))
    return 'contract_address is not a valid address'
  return (
    problemOfAny('gas_price', price, 28) ??
    problemOfAny('gas_used', receipt?.gas_used, 15) ??
    problemOfAny('l1_fee', receipt?.l1_fee, 30) ??
    problemOfAny('blob_gas_used', receipt?.blob_gas_used, 15) ??
    problemOfAny('blob_gas_price', receipt?.blob_gas_price, 28)
  )
}

const problemOfAny = (name: string, text: string | undefined, digits: number) =>
  text ? problemOfNumber(name, text, digits) : undefined
