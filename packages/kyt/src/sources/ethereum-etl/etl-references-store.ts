import type { LineSql } from '../../ledger/parse-lines-store.ts'
import { type ReferenceSql, referencesOf } from '../../ledger/reference-store.ts'
import { anyOf, mayBeAddress, mayBeNumber, mustBeHash, mustBeNumber } from './etl-checks-store.ts'
import { type EtlFields, fieldsOf, jsonProblems } from './etl-fields-store.ts'
import type { EtlFile } from './etl-file.ts'

/** When a block was, and its hash: from the blocks themselves. */
export function blockTimes(file: EtlFile): ReferenceSql {
  const { columns, isMine } = fieldsOf(file, 'block')
  return {
    columns: columns('number', 'hash', 'timestamp'),
    kind: 'block',
    block: 'toUInt64OrZero(e_number)',
    tx: "''",
    values: ['e_timestamp', 'lower(e_hash)'],
    keep: `${isMine} and e_number != '' and e_timestamp != ''`,
  }
}

/** The same from transactions that say it. */
export function blockTimesOfTransactions(file: EtlFile): ReferenceSql {
  const { columns, isMine } = fieldsOf(file, 'transaction')
  return {
    columns: columns('block_number', 'block_hash', 'block_timestamp'),
    kind: 'block',
    block: 'toUInt64OrZero(e_block_number)',
    tx: "''",
    values: ['e_block_timestamp', 'lower(e_block_hash)'],
    keep: `${isMine} and e_block_number != '' and e_block_timestamp != ''`,
  }
}

/** In the order of a receipt's values. */
export const receiptFields = [
  'status',
  'gas_used',
  'effective_gas_price',
  'contract_address',
  'l1_fee',
  'blob_gas_used',
  'blob_gas_price',
]

export function receiptsOf(file: EtlFile): ReferenceSql {
  const { columns, isMine } = fieldsOf(file, 'receipt')
  return {
    columns: columns('transaction_hash', 'block_number', ...receiptFields),
    kind: 'receipt',
    block: 'toUInt64OrZero(e_block_number)',
    tx: 'unhex(substring(e_transaction_hash, 3))',
    values: receiptFields.map((name) => `e_${name}`),
    keep: `${isMine} and e_transaction_hash != '' and e_gas_used != ''`,
  }
}

/** Whether a transaction failed, from transactions that have their receipts inside. */
export function statusOfTransactions(file: EtlFile): ReferenceSql {
  const { columns, isMine } = fieldsOf(file, 'transaction')
  return {
    columns: columns('hash', 'block_number', 'receipt_status'),
    kind: 'receipt',
    block: 'toUInt64OrZero(e_block_number)',
    tx: 'unhex(substring(e_hash, 3))',
    values: ['e_receipt_status'],
    keep: `${isMine} and e_hash != '' and e_receipt_status != ''`,
  }
}

const receiptChecks = (fields: EtlFields) => [
  ...fields.problems,
  mustBeHash('transaction_hash'),
  mustBeNumber('block_number'),
  mustBeNumber('gas_used'),
  ["e_status not in ('', '0', '1')", 'status must be 0 or 1'] as const,
  mayBeAddress('contract_address'),
  mayBeNumber('effective_gas_price', 28),
  mayBeNumber('l1_fee', 30),
  mayBeNumber('blob_gas_used', 15),
  mayBeNumber('blob_gas_price', 28),
]

/** Receipts give no transfers; their bad lines are to be seen all the same. */
export function checkReceipts(file: EtlFile): LineSql {
  const fields = fieldsOf(file, 'receipt')
  const problems = receiptChecks(fields)
  return {
    ...nothing,
    columns: fields.columns('transaction_hash', 'block_number', ...receiptFields),
    problems,
    keep: `${fields.isMine} and ${anyOf(problems)}`,
  }
}

/** Lines of a stream that are of no kind at all. */
export function checkStream(file: EtlFile): LineSql {
  const problems = [
    ...jsonProblems,
    ["e_type = ''", 'the line does not say its type'] as const,
    [
      "e_type not in ('block', 'transaction', 'receipt', 'token_transfer', 'trace', 'log', 'contract', 'token', 'token_approval', 'geth_trace')",
      'the type of the line is none that ethereum-etl writes',
    ] as const,
  ]
  return { ...nothing, columns: fieldsOf(file, 'block').columns(), problems, keep: anyOf(problems) }
}

/** A row that only a problem can make. */
export const nothing = {
  withs: [],
  coin: '0',
  tx: "''",
  position: "''",
  block: "''",
  time: "''",
  from: "''",
  to: "''",
  amount: { smallest: "''" },
} satisfies LineSql

/** What a failed call undid, and that a transaction was traced at all. */
export function failuresOf(file: EtlFile): ReferenceSql {
  const fields = fieldsOf(file, 'trace')
  return {
    columns: [
      ...fields.columns('transaction_hash', 'block_number', 'status'),
      `(${fields.isSet('error')} or e_status = '0') as failed`,
      `${tracePath(fields)} as path`,
    ],
    kind: 'trace',
    block: 'toUInt64OrZero(e_block_number)',
    tx: 'unhex(substring(e_transaction_hash, 3))',
    values: ['path', "if(failed, '1', '0')"],
    keep: `${fields.isMine} and e_transaction_hash != '' and (failed or path = '')`,
  }
}

/** `0,1,2`, however the list is written. */
export const tracePath = (fields: EtlFields): string =>
  `replaceRegexpAll(extract(${fields.long('trace_address')}, '^[0-9, ]*'), ' ', '')`

/** Which rewards a block has, in their order; `ordinal`: which of the files of traces this is. */
export function rewardsOf(file: EtlFile, ordinal: number): ReferenceSql {
  const { columns, isMine } = fieldsOf(file, 'trace')
  return {
    columns: columns('trace_type', 'block_number', 'trace_id'),
    kind: 'reward',
    block: 'toUInt64OrZero(e_block_number)',
    tx: "''",
    values: [rewardName(ordinal)],
    keep: `${isMine} and e_trace_type = 'reward'`,
  }
}

/** A stream may write a line twice: then its name is the same. */
export const rewardName = (ordinal: number): string =>
  `if(e_trace_id != '', e_trace_id, concat('${ordinal}:', toString(line)))`

/** Joins, for lines with the columns `e_block` and `e_tx`. */
export const joinBlocks = (fields: EtlFields): string =>
  `left any join (select block as blocks_block, values as block_values
     from ${referencesOf('block', blockColumns(fields), 'e_block')}) as blocks on blocks.blocks_block = lines.e_block`

export const joinReceipts = (fields: EtlFields): string =>
  `left any join (select block as receipts_block, tx as receipts_tx, values as receipt_values
     from ${referencesOf('receipt', blockColumns(fields), 'e_block')}) as receipts
     on receipts.receipts_block = lines.e_block and receipts.receipts_tx = lines.e_tx`

export const joinFailures = (fields: EtlFields): string =>
  `left any join (select block as traces_block, tx as traces_tx, max(values[1] = '') as is_traced,
       groupArrayIf(values[1], values[2] = '1') as failed_paths
     from ${referencesOf('trace', blockColumns(fields), 'e_block')} group by block, tx) as traces
     on traces.traces_block = lines.e_block and traces.traces_tx = lines.e_tx`

export const joinRewards = (fields: EtlFields): string =>
  `left any join (select block as rewards_block, arrayMap(one -> one.2, arraySort(groupArray((said, name)))) as reward_names
     from (select block, values[1] as name, min((file, line)) as said
       from ${referencesOf('reward', blockColumns(fields), 'e_block')} group by block, name)
     group by block) as rewards on rewards.rewards_block = lines.e_block`

const blockColumns = (fields: EtlFields) => [
  ...fields.columns('block_number'),
  'toUInt64OrZero(e_block_number) as e_block',
]
