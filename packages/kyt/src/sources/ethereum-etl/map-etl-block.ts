import { nativeCoinOf } from '../../coins/find-coin.ts'
import type { Transfer } from '../../imports/transfer.ts'
import { weiPerGwei } from '../evm/map-block.ts'
import { firstProblem, isAddress, isZero, mustBeHash, mustBeNumber, problemOfNumber } from './etl-checks.ts'
import type { EtlRecord } from './etl-record.ts'
import type { EtlMapping, MappingResult } from './mapped.ts'

/** Maximum number of withdrawals per block that the protocol allows. */
const mostWithdrawals = 16

const checks = [mustBeNumber('number'), mustBeHash('hash'), mustBeNumber('timestamp', 10)]

/** Maps a block's beacon chain withdrawals. */
export function mapEtlBlock(record: EtlRecord, { network }: EtlMapping): MappingResult {
  const problem = firstProblem(record, checks)
  if (problem !== undefined) return { problem }
  const withdrawals = record.records('withdrawals')
  if (withdrawals === undefined) return { problem: 'withdrawals is not a list of objects' }
  if (withdrawals.length > mostWithdrawals) {
    return { problem: `a block has at most ${mostWithdrawals} withdrawals` }
  }
  const transfers: Transfer[] = []
  for (const { index, address, amount } of withdrawals) {
    const [place, to, gwei] = [index, address, amount].map((value) => String(value ?? '')) as [
      string,
      string,
      string,
    ]
    if (isZero(gwei) && gwei !== '') continue
    const wrong =
      problemOfNumber('index', place, 15) ??
      (isAddress(to) ? undefined : 'address is not a valid address') ??
      problemOfNumber('amount', gwei, 30)
    if (wrong !== undefined) return { problem: wrong }
    transfers.push({
      coin: nativeCoinOf(network).identifier,
      tx: record.text('hash').toLowerCase(),
      position: Number(place),
      block: Number(record.text('number')),
      time: Number(record.text('timestamp')),
      from: '',
      to: to.toLowerCase(),
      amount: BigInt(gwei) * weiPerGwei,
    })
  }
  return transfers
}
