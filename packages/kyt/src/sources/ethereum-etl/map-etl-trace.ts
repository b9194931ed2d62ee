import { nativeCoinOf } from '../../coins/find-coin.ts'
import { rewardPosition, tracePosition } from '../evm/positions.ts'
import {
  firstProblem,
  isAddress,
  isHash,
  isZero,
  mayBeAddress,
  mayBeNumber,
  mustBeNumber,
  problemOfTime,
} from './etl-checks.ts'
import { hasFailed, keyOf, pathOf, readBlock, readReceipt, readTraced } from './etl-facts.ts'
import type { EtlRecord } from './etl-record.ts'
import { type EtlMapping, type KnownFacts, type MappingResult, timeOf } from './mapped.ts'

const movingTypes = ['create', 'create2', 'suicide', 'selfdestruct']
const partyChecks = [mayBeAddress('to_address'), mayBeNumber('value', 48)]

/** Maps coins sent by contracts, and block rewards. */
export function mapEtlTrace(
  record: EtlRecord,
  { network }: EtlMapping,
  known: KnownFacts,
  nameOfReward: () => string,
): MappingResult {
  const { text } = record
  const place = firstProblem(record, [mustBeNumber('block_number')])
  if (place !== undefined) return { problem: place }
  const isReward = text('trace_type') === 'reward'
  // Other kinds of calls run another contract's code in the caller's context. The traces of such calls repeat
  // the value, but no coins move.
  const isMove =
    isReward ||
    (text('trace_type') === 'call' && text('call_type') === 'call') ||
    movingTypes.includes(text('trace_type'))
  if (!isMove || isZero(text('value')) || text('to_address') === '') return []
  const path = pathOf(record)
  if (!isReward && isUndone(record, path, known)) return []
  const time = timeOf(record, known)
  const blockHash = (
    text('block_hash') || readBlock(known.get(keyOf.block(text('block_number')))).hash
  ).toLowerCase()
  const problem =
    (isReward || isHash(text('transaction_hash')) ? undefined : 'transaction_hash is not a valid hash') ??
    (isReward || isAddress(text('from_address')) ? undefined : 'from_address is not a valid address') ??
    firstProblem(record, partyChecks) ??
    (/^([0-9]+(,[0-9]+)*)?$/.test(path) ? undefined : 'trace_address is not a list of numbers') ??
    problemOfTime(time) ??
    (!isReward || isHash(blockHash)
      ? undefined
      : 'the block hash is unknown because the blocks file does not contain the block')
  if (problem !== undefined) return { problem }
  const names = [...new Set(known.get(keyOf.rewards(text('block_number'))))]
  return [
    {
      coin: nativeCoinOf(network).identifier,
      tx: isReward ? blockHash : text('transaction_hash').toLowerCase(),
      position: isReward ? rewardPosition(names.indexOf(nameOfReward())) : tracePosition(path),
      block: Number(text('block_number')),
      time: Number(time),
      from: isReward ? '' : text('from_address').toLowerCase(),
      to: text('to_address').toLowerCase(),
      amount: BigInt(text('value')),
    },
  ]
}

/** Returns whether the call or one of its parent calls failed. A failed call reverts all calls below it. */
function isUndone(record: EtlRecord, path: string, known: KnownFacts): boolean {
  const hash = record.text('transaction_hash')
  const status = readReceipt(known.get(keyOf.receipt(hash)))?.status || known.get(keyOf.status(hash))?.[0]
  const { failedPaths } = readTraced(known.get(keyOf.trace(hash)))
  return (
    hasFailed(record) ||
    status === '0' ||
    failedPaths.some((failed) => failed === '' || failed === path || path.startsWith(`${failed},`))
  )
}
