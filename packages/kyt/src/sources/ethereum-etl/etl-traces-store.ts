import type { Coin } from '../../coins/coin-table.ts'
import type { LineSql } from '../../ledger/parse-lines-store.ts'
import { rewardPosition } from '../evm/positions.ts'
import {
  anyOf,
  blockTime,
  isAddress,
  isHash,
  isZero,
  mayBeAddress,
  mayBeNumber,
  mustBeNumber,
  oneOf,
  timeProblems,
} from './etl-checks-store.ts'
import { fieldsOf } from './etl-fields-store.ts'
import type { EtlFile } from './etl-file.ts'
import {
  joinBlocks,
  joinFailures,
  joinReceipts,
  joinRewards,
  rewardName,
  tracePath,
} from './etl-references-store.ts'

/** What contracts sent on, and the rewards of blocks. `ordinal`: which of the files of traces this is. */
export function traceSql(file: EtlFile, options: { native: Coin; ordinal: number }): LineSql {
  const fields = fieldsOf(file, 'trace')
  const form = [...fields.problems, mustBeNumber('block_number')]
  const problems = [
    [`not is_reward and not ${isHash('e_transaction_hash')}`, 'transaction_hash is no hash'] as const,
    [`not is_reward and not ${isAddress('e_from_address')}`, 'from_address is no address'] as const,
    mayBeAddress('to_address'),
    mayBeNumber('value', 48),
    [
      "not is_path or not match(path, '^([0-9]+(,[0-9]+)*)?$')",
      'trace_address is no list of numbers',
    ] as const,
    ...timeProblems,
    [
      `is_reward and not ${isHash('block_hash')}`,
      'the hash of its block is not known: the blocks file does not have it',
    ] as const,
  ]
  return {
    columns: [
      ...fields.columns(
        'transaction_hash',
        'from_address',
        'to_address',
        'value',
        'trace_type',
        'call_type',
        'status',
        'trace_id',
        'block_number',
        'block_timestamp',
        'block_hash',
      ),
      `${tracePath(fields)} as path`,
      `${fields.isNumbers('trace_address')} as is_path`,
      `${fields.isSet('error')} as has_error`,
      'toUInt64OrZero(e_block_number) as e_block',
      'unhex(substring(e_transaction_hash, 3)) as e_tx',
    ],
    joins: [joinBlocks(fields), joinReceipts(fields), joinFailures(fields), joinRewards(fields)].join('\n'),
    withs: [
      "(e_trace_type = 'reward') as is_reward",
      // The other kinds of call run foreign code in the caller's own name: a value is repeated there, but nothing moves.
      `(is_reward or (e_trace_type = 'call' and e_call_type = 'call')
        or ${oneOf('e_trace_type', ['create', 'create2', 'suicide', 'selfdestruct'])}) as is_move`,
      // What happened below a call that failed was undone with it.
      `(has_error or e_status = '0' or receipt_values[1] = '0' or arrayExists(
        failed -> failed = '' or failed = path or startsWith(path, concat(failed, ',')), failed_paths)) as is_undone`,
      "lower(if(e_block_hash != '', e_block_hash, block_values[2])) as block_hash",
      `indexOf(reward_names, ${rewardName(options.ordinal)}) as nth`,
      `multiIf(is_reward, ${rewardPosition(0)} + nth - 1, path = '', 0,
        4503599627370496 + bitShiftRight(reinterpretAsUInt64(reverse(substring(SHA256(path), 1, 7))), 4)) as place`,
    ],
    coin: String(options.native.id),
    tx: 'if(is_reward, block_hash, e_transaction_hash)',
    position: 'toString(place)',
    block: 'e_block_number',
    time: blockTime,
    from: "if(is_reward, '', lower(e_from_address))",
    to: 'lower(e_to_address)',
    amount: { smallest: 'e_value' },
    problems: [...form, ...problems],
    keep: `${fields.isMine} and (${anyOf(form)} or (is_move and not ${isZero('e_value')} and e_to_address != ''
      and (is_reward or not is_undone)))`,
  }
}
