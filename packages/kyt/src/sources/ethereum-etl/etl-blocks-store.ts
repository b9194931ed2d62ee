import type { Coin } from '../../coins/coin-table.ts'
import type { LineSql } from '../../ledger/parse-lines-store.ts'
import { anyOf, isZero, mustBeAddress, mustBeHash, mustBeNumber } from './etl-checks-store.ts'
import { fieldsOf, jsonField, type Problem } from './etl-fields-store.ts'
import type { EtlFile } from './etl-file.ts'
import { nothing } from './etl-references-store.ts'

/** The protocol allows no more. */
const mostWithdrawals = 16

/** A block's withdrawals from the beacon chain, and what is wrong with its line. */
export function blockSql(file: EtlFile, native: Coin): readonly [bad: LineSql, withdrawals: LineSql] {
  const fields = fieldsOf(file, 'block')
  const columns = [
    ...fields.columns('number', 'hash', 'timestamp'),
    `extractAll(${fields.long('withdrawals')}, '[{][^}]*[}]') as items`,
  ]
  const problems: Problem[] = [
    ...fields.problems,
    mustBeNumber('number'),
    mustBeHash('hash'),
    mustBeNumber('timestamp', 10),
    [`length(items) > ${mostWithdrawals}`, `a block has at most ${mostWithdrawals} withdrawals`],
  ]
  const bad: LineSql = {
    ...nothing,
    columns,
    problems,
    keep: `${fields.isMine} and ${anyOf(problems)}`,
  }
  const withdrawals: LineSql = {
    columns,
    joins: 'array join items as item, arrayEnumerate(items) as nth',
    rows: { most: mostWithdrawals, nth: 'nth - 1' },
    withs: [
      `${jsonField('item', 'index')} as e_index`,
      `${jsonField('item', 'address')} as e_address`,
      `${jsonField('item', 'amount')} as e_amount`,
    ],
    coin: String(native.id),
    tx: 'e_hash',
    position: 'e_index',
    block: 'e_number',
    time: 'e_timestamp',
    from: "''",
    to: 'lower(e_address)',
    // In gwei.
    amount: { smallest: "concat(e_amount, '000000000')" },
    problems: [mustBeNumber('index'), mustBeAddress('address'), mustBeNumber('amount', 30)],
    keep: `${fields.isMine} and not ${anyOf(problems)} and not ${isZero('e_amount')}`,
  }
  return [bad, withdrawals]
}
