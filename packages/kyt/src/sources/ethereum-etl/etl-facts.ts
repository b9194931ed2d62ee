import type { Fact } from '../../ledger/ledger-store.ts'
import type { EtlKind } from './etl-file.ts'
import type { EtlRecord } from './etl-record.ts'

/** The fields of a receipt fact, in order. */
export const receiptFields = [
  'status',
  'gas_used',
  'effective_gas_price',
  'contract_address',
  'l1_fee',
  'blob_gas_used',
  'blob_gas_price',
] as const

export type Receipt = Readonly<Record<(typeof receiptFields)[number], string>>

/** Fact keys. The keys are short because the number of facts can be very large. */
export const keyOf = {
  block: (number: string) => `b${Number(number)}`,
  receipt: (hash: string) => `r${hash.toLowerCase()}`,
  status: (hash: string) => `s${hash.toLowerCase()}`,
  trace: (hash: string) => `t${hash.toLowerCase()}`,
  rewards: (block: string) => `w${Number(block)}`,
}

export type RequiredFacts = {
  readonly blockTimes: boolean
  readonly blockTimesOfTransactions: boolean
  readonly status: boolean
}

/** Returns the facts that a line states about other lines. `nameOfReward` distinguishes a block's rewards. */
export function factsOf(
  kind: EtlKind,
  record: EtlRecord,
  required: RequiredFacts,
  nameOfReward: () => string,
): Fact[] {
  const text = record.text
  switch (kind) {
    case 'block':
      if (!required.blockTimes || text('number') === '' || text('timestamp') === '') return []
      return [[keyOf.block(text('number')), `${text('timestamp')},${text('hash').toLowerCase()}`]]
    case 'transaction':
      return ofTransaction(record, required)
    case 'receipt':
      if (text('transaction_hash') === '' || text('gas_used') === '') return []
      return [[keyOf.receipt(text('transaction_hash')), receiptFields.map(text).join(',')]]
    case 'trace':
      return ofTrace(record, nameOfReward)
    default:
      return []
  }
}

function ofTransaction({ text }: EtlRecord, required: RequiredFacts): Fact[] {
  const facts: Fact[] = []
  if (required.blockTimesOfTransactions && text('block_number') !== '' && text('block_timestamp') !== '') {
    facts.push([
      keyOf.block(text('block_number')),
      `${text('block_timestamp')},${text('block_hash').toLowerCase()}`,
    ])
  }
  if (required.status && text('hash') !== '' && text('receipt_status') !== '') {
    facts.push([keyOf.status(text('hash')), text('receipt_status')])
  }
  return facts
}

/** Returns a trace's facts about failed calls, the traced transaction, and the block's rewards. */
function ofTrace(record: EtlRecord, nameOfReward: () => string): Fact[] {
  const { text } = record
  if (text('trace_type') === 'reward') return [[keyOf.rewards(text('block_number')), nameOfReward()]]
  const failed = hasFailed(record)
  const path = pathOf(record)
  if (text('transaction_hash') === '' || (!failed && path !== '')) return []
  return [[keyOf.trace(text('transaction_hash')), `${failed ? 'x' : 'o'}${path}`]]
}

export const hasFailed = ({ text }: EtlRecord): boolean => text('error') !== '' || text('status') === '0'

/** Returns the path as `0,1,2`, regardless of how the list is written. */
export const pathOf = (record: EtlRecord): string => record.list('trace_address').replaceAll(' ', '')

export type Traced = { readonly isTraced: boolean; readonly failedPaths: readonly string[] }

export function readTraced(facts: readonly string[] = []): Traced {
  return {
    isTraced: facts.some((fact) => fact.length === 1),
    failedPaths: facts.filter((fact) => fact.startsWith('x')).map((fact) => fact.slice(1)),
  }
}

export function readReceipt(facts: readonly string[] | undefined): Receipt | undefined {
  const values = facts?.[0]?.split(',')
  if (values === undefined) return undefined
  return Object.fromEntries(receiptFields.map((name, index) => [name, values[index] ?? ''])) as Receipt
}

export function readBlock(facts: readonly string[] | undefined): {
  readonly time: string
  readonly hash: string
} {
  const [time = '', hash = ''] = facts?.[0]?.split(',') ?? []
  return { time, hash }
}
