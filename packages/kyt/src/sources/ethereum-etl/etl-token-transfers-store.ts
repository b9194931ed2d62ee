import type { Network } from '../../coins/networks.ts'
import { coinByContract, type LineSql, quoted } from '../../ledger/parse-lines-store.ts'
import {
  anyOf,
  blockTime,
  isZero,
  mustBeAddress,
  mustBeHash,
  mustBeNumber,
  nobody,
  timeProblems,
} from './etl-checks-store.ts'
import { fieldsOf } from './etl-fields-store.ts'
import type { EtlFile } from './etl-file.ts'
import { joinBlocks } from './etl-references-store.ts'

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const position = 'toString(toUInt64OrZero(e_log_index) + 1)'
/** A token is minted by a transfer from the zero address and burnt by one to it. */
const party = (address: string) => `if(${address} = ${quoted(nobody)}, '', ${address})`

/** Tokens that are none of our coins may be written as they please: nothing of them is looked at. */
export function tokenTransferSql(file: EtlFile, network: Network): LineSql {
  const fields = fieldsOf(file, 'token_transfer')
  const problems = [
    mustBeHash('transaction_hash'),
    mustBeNumber('log_index'),
    mustBeNumber('block_number'),
    mustBeAddress('from_address'),
    mustBeAddress('to_address'),
    mustBeNumber('value', 48),
    ...timeProblems,
  ]
  const form = [...fields.problems, mustBeAddress('token_address')]
  return {
    columns: [
      ...fields.columns(
        'token_address',
        'from_address',
        'to_address',
        'value',
        'transaction_hash',
        'log_index',
        'block_number',
        'block_timestamp',
      ),
      'toUInt64OrZero(e_block_number) as e_block',
    ],
    joins: joinBlocks(fields),
    withs: [],
    coin: coinByContract('lower(e_token_address)', network),
    tx: 'e_transaction_hash',
    position,
    block: 'e_block_number',
    time: blockTime,
    from: party('lower(e_from_address)'),
    to: party('lower(e_to_address)'),
    amount: { smallest: 'e_value' },
    problems: [...form, ...problems],
    keep: `${fields.isMine} and (${anyOf(form)} or (coin_id != 0 and (${anyOf(problems)}
      or (not ${isZero('e_value')} and (from_text != '' or to_text != '')))))`,
  }
}

/** The same from logs: ERC-20 has both addresses among the topics and the amount alone in the data; ERC-721 has four. */
export function logSql(file: EtlFile, network: Network): LineSql {
  const fields = fieldsOf(file, 'log')
  const problems = [
    mustBeHash('transaction_hash'),
    mustBeNumber('log_index'),
    mustBeNumber('block_number'),
    ...timeProblems,
  ]
  const form = [...fields.problems, mustBeAddress('address')]
  const topic = (n: number) => `lower(concat('0x', right(topics[${n}], 40)))`
  return {
    columns: [
      ...fields.columns(
        'log_index',
        'transaction_hash',
        'address',
        'data',
        'block_number',
        'block_timestamp',
      ),
      `extractAll(${fields.long('topics')}, '0x[0-9a-fA-F]*') as topics`,
      'toUInt64OrZero(e_block_number) as e_block',
    ],
    joins: joinBlocks(fields),
    withs: [
      `(length(topics) = 3 and lower(topics[1]) = ${quoted(transferTopic)} and length(topics[2]) = 66
        and length(topics[3]) = 66 and match(e_data, '^0x[0-9a-fA-F]{64}$')) as is_transfer`,
      'reinterpretAsUInt256(reverse(unhex(substring(e_data, 3)))) as moved',
    ],
    coin: coinByContract('lower(e_address)', network),
    tx: 'e_transaction_hash',
    position,
    block: 'e_block_number',
    time: blockTime,
    from: party(topic(2)),
    to: party(topic(3)),
    amount: { smallest: 'toString(moved)' },
    problems: [...form, ...problems],
    keep: `${fields.isMine} and (${anyOf(form)} or (coin_id != 0 and is_transfer and (${anyOf(problems)}
      or (moved > 0 and (from_text != '' or to_text != '')))))`,
  }
}
