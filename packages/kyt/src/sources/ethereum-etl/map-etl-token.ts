import { coinOfContract } from '../../coins/find-coin.ts'
import { mapLog } from '../evm/map-log.ts'
import { zeroAddress } from '../evm/map-transaction.ts'
import { logPosition } from '../evm/positions.ts'
import { firstProblem, mustBeAddress, mustBeHash, mustBeNumber, problemOfTime } from './etl-checks.ts'
import type { EtlRecord } from './etl-record.ts'
import { type EtlMapping, type KnownFacts, type MappingResult, timeOf } from './mapped.ts'

const placeChecks = [mustBeHash('transaction_hash'), mustBeNumber('log_index'), mustBeNumber('block_number')]
const transferChecks = [
  ...placeChecks,
  mustBeAddress('from_address'),
  mustBeAddress('to_address'),
  mustBeNumber('value', 48),
]

/**
 * Maps a token transfer. Ignores unsupported tokens before any check, because their lines can contain
 * anything.
 */
export function mapEtlTokenTransfer(
  record: EtlRecord,
  { network }: EtlMapping,
  known: KnownFacts,
): MappingResult {
  const { text } = record
  const contract = firstProblem(record, [mustBeAddress('token_address')])
  if (contract !== undefined) return { problem: contract }
  const coin = coinOfContract(network, text('token_address').toLowerCase())
  if (coin === undefined) return []
  const time = timeOf(record, known)
  const problem = firstProblem(record, transferChecks) ?? problemOfTime(time)
  if (problem !== undefined) return { problem }
  const [from, to] = [party(text('from_address')), party(text('to_address'))]
  const amount = BigInt(text('value'))
  if (amount === 0n || (from === '' && to === '')) return []
  return [
    {
      coin: coin.identifier,
      tx: text('transaction_hash').toLowerCase(),
      position: logPosition(Number(text('log_index'))),
      block: Number(text('block_number')),
      time: Number(time),
      from,
      to,
      amount,
    },
  ]
}

/** A transfer from the zero address mints tokens, and a transfer to the zero address burns them. */
function party(address: string): string {
  const lower = address.toLowerCase()
  return lower === zeroAddress ? '' : lower
}

/** Maps a log. Most logs are not token transfers. */
export function mapEtlLog(record: EtlRecord, { network }: EtlMapping, known: KnownFacts): MappingResult {
  const { text } = record
  const contract = firstProblem(record, [mustBeAddress('address')])
  if (contract !== undefined) return { problem: contract }
  const topics = (record.list('topics').match(/0x[0-9a-fA-F]*/g) ?? []).map((topic) => topic.toLowerCase())
  const isWhole = topics.slice(1).every((topic) => topic.length === 66)
  if (!isWhole || !/^0x[0-9a-fA-F]{64}$/.test(text('data'))) return []
  const tx = text('transaction_hash').toLowerCase()
  const log = { address: text('address'), topics, data: text('data'), logIndex: text('log_index') }
  const rows = mapLog(network, tx, log).filter(({ amount }) => amount > 0n)
  if (rows.length === 0) return []
  const time = timeOf(record, known)
  const problem = firstProblem(record, placeChecks) ?? problemOfTime(time)
  if (problem !== undefined) return { problem }
  return rows.map((row) => ({ ...row, block: Number(text('block_number')), time: Number(time) }))
}
