import type { Coin } from '../../coins/coin-table.ts'
import { type LineSql, quoted } from '../../ledger/parse-lines-store.ts'
import { feePosition, valuePosition } from '../evm/positions.ts'
import {
  anyOf,
  blockTime,
  isZero,
  mayBeAddress,
  mayBeNumber,
  mustBeAddress,
  mustBeHash,
  mustBeNumber,
  nobody,
  timeProblems,
} from './etl-checks-store.ts'
import { fieldsOf, type Problem } from './etl-fields-store.ts'
import type { EtlFile } from './etl-file.ts'
import { joinBlocks, joinFailures, joinReceipts, receiptFields } from './etl-references-store.ts'

/**
 * A transaction's value and its fee. `assumeSuccess`: one of which nothing tells whether it failed counts as carried out.
 */
export function transactionSql(
  file: EtlFile,
  options: { native: Coin; assumeSuccess: boolean },
): readonly [value: LineSql, fee: LineSql] {
  const fields = fieldsOf(file, 'transaction')
  const problems = [...fields.problems, ...checks(options.assumeSuccess)]
  const both = {
    columns: [
      ...fields.columns(
        'hash',
        'from_address',
        'to_address',
        'value',
        'gas_price',
        'block_number',
        'block_timestamp',
        ...receiptFields.map((name) => `receipt_${name}`),
      ),
      'toUInt64OrZero(e_block_number) as e_block',
      'unhex(substring(e_hash, 3)) as e_tx',
    ],
    joins: [joinBlocks(fields), joinReceipts(fields), joinFailures(fields)].join('\n'),
    withs,
    coin: String(options.native.id),
    tx: 'e_hash',
    block: 'e_block_number',
    time: blockTime,
    from: 'lower(e_from_address)',
  }
  const value: LineSql = {
    ...both,
    position: `'${valuePosition}'`,
    to: "lower(if(e_to_address != '', e_to_address, contract_address))",
    amount: { smallest: 'e_value' },
    problems,
    keep: `${fields.isMine} and (${anyOf(problems)}
      or (not is_left_out and not has_failed and to_text != '' and not ${isZero('e_value')}))`,
  }
  const fee: LineSql = {
    ...both,
    position: `'${feePosition}'`,
    to: "''",
    amount: { smallest: 'toString(fee_paid)' },
    fee: '1',
    // A bad line is told of once.
    keep: `${fields.isMine} and not ${anyOf(problems)} and fee_paid > 0`,
  }
  return [value, fee]
}

const number = (text: string) => `toUInt256OrZero(${text})`

const withs = [
  "(e_receipt_gas_used != '') as has_own",
  ...receiptFields.map(
    (name, index) => `if(has_own, e_receipt_${name}, receipt_values[${index + 1}]) as ${name}`,
  ),
  "(gas_used != '') as has_receipt",
  // Before the Byzantium fork a receipt does not say it. Then the trace does; without one it counts as carried out.
  "if(status != '', status = '0', has(failed_paths, '')) as has_failed",
  // Polygon writes what it takes over from Ethereum as transactions of nobody, which have no receipts.
  `(not has_receipt and e_from_address = ${quoted(nobody)}) as is_left_out`,
  "if(effective_gas_price != '', effective_gas_price, e_gas_price) as price",
  `${number('gas_used')} * ${number('price')} + ${number('blob_gas_used')} * ${number('blob_gas_price')} + ${number('l1_fee')} as fee_paid`,
]

const checks = (assumeSuccess: boolean): Problem[] => [
  mustBeHash('hash'),
  mustBeNumber('block_number'),
  mustBeAddress('from_address'),
  mayBeAddress('to_address'),
  mustBeNumber('value', 48),
  ...timeProblems,
  ...(assumeSuccess
    ? []
    : [
        [
          'not has_receipt and not is_left_out and not is_traced',
          'its receipt is missing: nothing tells whether it failed',
        ] as const,
      ]),
  ["status not in ('', '0', '1')", 'receipt_status must be 0 or 1'],
  [
    "contract_address != '' and not match(contract_address, '^0x[0-9a-fA-F]{40}$')",
    'contract_address is no address',
  ],
  mayBeNumber('gas_price', 28, 'price'),
  mayBeNumber('gas_used', 15, 'gas_used'),
  mayBeNumber('l1_fee', 30, 'l1_fee'),
  mayBeNumber('blob_gas_used', 15, 'blob_gas_used'),
  mayBeNumber('blob_gas_price', 28, 'blob_gas_price'),
]
