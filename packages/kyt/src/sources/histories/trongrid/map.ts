import { formatAddress, parseAddress } from '../../../addresses/parse-address.ts'
import { coinOfContract, nativeCoinOf } from '../../../coins/find-coin.ts'
import { feePosition, rewardPosition, valuePosition } from '../../evm/positions.ts'
import type { HistoryTransfer } from '../history-source.ts'
import type { Row, RowFields } from '../row-fields.ts'
import type { TronRows } from './read.ts'

/** A transfer whose block is known only by its time, because some rows do not contain the block number. */
export type TimedTransfer = Omit<HistoryTransfer, 'block' | 'time'> & {
  /** Milliseconds. */
  readonly at: number
}

export type MappedTron = {
  readonly transfers: readonly TimedTransfer[]
  /** The blocks of the rows that contain a block number, by time in milliseconds. */
  readonly blocks: ReadonlyMap<number, number>
}

const native = nativeCoinOf('TRX').identifier
const nobody = formatAddress('TRX', new Uint8Array(20))

/**
 * Maps the rows of an account. Rewards of voters and block producers count as minted when they are withdrawn. Omits zero amounts and transfers between other accounts. Token transfers and
 * internal transfers have no position.
 */
export function mapTronRows(options: {
  readonly address: string
  readonly rows: TronRows['rows']
  readonly fields: RowFields
}): MappedTron {
  const { address, rows, fields } = options
  const blocks = new Map<number, number>()
  const transfers: TimedTransfer[] = []
  const seen = new Set<string>()
  for (const row of rows.transactions) {
    if (row.internal_tx_id !== undefined) {
      const id = String(row.internal_tx_id)
      if (!seen.has(id)) transfers.push(...mapInternal(row, fields))
      seen.add(id)
      continue
    }
    const at = fields.whole(row.block_timestamp, 'block time')
    const block = fields.whole(row.blockNumber, 'block number')
    if ((blocks.get(at) ?? block) !== block) throw fields.invalid('block number')
    blocks.set(at, block)
    const mapped = mapTransaction(row, fields)
    const id = mapped[0]?.tx
    if (id !== undefined && !seen.has(id)) transfers.push(...mapped)
    if (id !== undefined) seen.add(id)
  }
  for (const row of rows['transactions/trc20']) transfers.push(...mapToken(row, fields))
  return {
    blocks,
    transfers: transfers.filter(
      ({ from, to, amount }) => amount > 0n && (from === address || to === address),
    ),
  }
}

function mapTransaction(row: Row, fields: RowFields): TimedTransfer[] {
  const tx = fields.hash(row.txID, 'transaction id')
  const at = fields.whole(row.block_timestamp, 'block time')
  const [result] = fields.list(row.ret ?? [], 'result')
  const { contractRet, fee } = result === undefined ? {} : fields.row(result, 'result')
  const [contract] = fields.list(fields.row(row.raw_data, 'transaction').contract, 'contract')
  const { type, parameter } = fields.row(contract, 'contract')
  const value = fields.row(fields.row(parameter, 'parameter').value, 'parameter')
  const from = fields.address(value.owner_address, 'sender')
  const place = { coin: native, tx, at, from }
  const paid: TimedTransfer = {
    ...{ ...place, position: feePosition, to: '', fee: true },
    amount: fields.amount(fee ?? 0, 'fee'),
  }
  // Transactions that are older than smart contracts have no result.
  const hasFailed = contractRet !== undefined && contractRet !== '' && contractRet !== 'SUCCESS'
  if (hasFailed) return [paid]
  if (type === 'WithdrawBalanceContract') {
    const amount = fields.amount(row.withdraw_amount ?? 0, 'reward')
    return [paid, { coin: native, tx, at, position: rewardPosition(0), from: '', to: from, amount }]
  }
  const moved = movedBy(String(type), value)
  if (moved === undefined) return [paid]
  const to = fields.address(moved.to, 'recipient')
  const amount = fields.amount(moved.amount ?? 0, 'amount')
  return [paid, { ...place, position: valuePosition, to, amount }]
}

function movedBy(type: string, value: Row): { to: unknown; amount: unknown } | undefined {
  if (type === 'TransferContract') return { to: value.to_address, amount: value.amount }
  if (type === 'TriggerSmartContract' && value.call_value !== undefined) {
    return { to: value.contract_address, amount: value.call_value }
  }
  return undefined
}

/** The key `_` of the amounts is TRX; other keys are TRC-10 tokens. */
function mapInternal(row: Row, fields: RowFields): TimedTransfer[] {
  const { rejected, call_value } = fields.row(row.data, 'data')
  if (rejected === true || typeof call_value !== 'object' || call_value === null) return []
  const amount = (call_value as Row)._
  if (amount === undefined) return []
  return [
    {
      coin: native,
      tx: fields.hash(row.tx_id, 'transaction id'),
      position: undefined,
      at: fields.whole(row.block_timestamp, 'block time'),
      from: fields.address(row.from_address, 'sender'),
      to: fields.address(row.to_address, 'recipient'),
      amount: fields.amount(amount, 'amount'),
    },
  ]
}

function mapToken(row: Row, fields: RowFields): TimedTransfer[] {
  const contract = parseAddress('TRX', String(fields.row(row.token_info ?? {}, 'token').address ?? ''))
  const coin = contract && coinOfContract('TRX', contract.text)
  if (!coin || row.type !== 'Transfer') return []
  const from = fields.address(row.from, 'sender')
  const to = fields.address(row.to, 'recipient')
  return [
    {
      coin: coin.identifier,
      tx: fields.hash(row.transaction_id, 'transaction id'),
      position: undefined,
      at: fields.whole(row.block_timestamp, 'block time'),
      // A transfer from the zero address mints tokens, and a transfer to the zero address burns them.
      from: from === nobody ? '' : from,
      to: to === nobody ? '' : to,
      amount: fields.amount(row.value, 'value'),
    },
  ]
}
