import type { Network } from '../../../addresses/networks.ts'
import { coinOfContract, nativeCoinOf } from '../../../coins/find-coin.ts'
import { hasFailed, mapTransaction, zeroAddress } from '../../evm/map-transaction.ts'
import { logPosition } from '../../evm/positions.ts'
import type { HistoryTransfer } from '../history-source.ts'
import type { Row, RowFields } from '../row-fields.ts'
import type { AccountRows } from './read.ts'

/** Types of internal transactions that move coins. The others repeat the value of the call that made them. */
const movingTypes: ReadonlySet<string> = new Set(['', 'call', 'create', 'create2', 'suicide', 'selfdestruct'])

/**
 * Maps the rows of an address. Omits zero amounts and transfers between other addresses, such as the fees of
 * senders. Internal transfers have no position, and token transfers have one only if the explorer writes the
 * log index.
 */
export function mapAccountRows(options: {
  readonly network: Network
  readonly address: string
  readonly rows: AccountRows['rows']
  readonly fields: RowFields
}): HistoryTransfer[] {
  const { network, address, rows, fields } = options
  const native = nativeCoinOf(network).identifier
  const failed = new Set<string>()
  const transfers: HistoryTransfer[] = []
  for (const row of rows.txlist) {
    if (isGenesis(row)) continue
    const mapped = mapOwnTransaction(native, row, fields)
    if (mapped.failed) failed.add(mapped.tx)
    transfers.push(...mapped.transfers)
  }
  for (const row of rows.txlistinternal) {
    const transfer = mapInternal(native, row, fields)
    if (transfer && !failed.has(transfer.tx)) transfers.push(transfer)
  }
  for (const row of rows.tokentx) {
    const transfer = mapToken(network, row, fields)
    if (transfer) transfers.push(transfer)
  }
  const seen = new Set<string>()
  return transfers.filter(({ coin, tx, position, from, to, amount }) => {
    if (amount === 0n || (from !== address && to !== address)) return false
    if (position === undefined) return true
    const key = `${coin} ${tx} ${position}`
    return !seen.has(key) && seen.add(key)
  })
}

/** Explorers list the allocations of the first block as transactions without a hash. */
function isGenesis({ hash }: Row): boolean {
  return typeof hash === 'string' && hash.startsWith('GENESIS')
}

function mapOwnTransaction(native: string, row: Row, fields: RowFields) {
  const tx = fields.hash(row.hash, 'transaction hash')
  const from = fields.address(row.from, 'sender')
  const place = placeOf(row, fields)
  const receipt = {
    transactionHash: tx,
    blockHash: '',
    // Before the Byzantium fork, only `isError` shows whether the transaction failed.
    status: row.isError === '1' || row.txreceipt_status === '0' ? '0x0' : '0x1',
    gasUsed: String(fields.amount(row.gasUsed || '0', 'gas')),
    contractAddress: recipientOf(row.contractAddress, fields),
    // On rollups, some explorers write the parent chain's data fee.
    l1Fee: row.L1FeesPaid ? String(fields.amount(row.L1FeesPaid, 'data fee')) : null,
    logs: [],
  }
  const transaction = {
    hash: tx,
    from,
    to: recipientOf(row.to, fields),
    value: String(fields.amount(row.value, 'value')),
    gasPrice: String(fields.amount(row.gasPrice || '0', 'gas price')),
  }
  const undone = hasFailed(receipt, undefined)
  // Transactions from the zero address are created by the network and have no sender that pays a fee.
  const rows = from === zeroAddress ? [] : mapTransaction({ native, transaction, receipt, undone })
  return { tx, failed: undone, transfers: rows.map((transfer) => ({ ...transfer, ...place })) }
}

function mapInternal(native: string, row: Row, fields: RowFields): HistoryTransfer | undefined {
  // Blockscout repeats the top-level call of a transaction that creates a contract, as the first entry.
  const isTop = row.index === '0' || row.index === 0
  const type = String(row.callType || row.type || '')
  if (row.isError === '1' || isTop || !movingTypes.has(type)) return undefined
  const to = recipientOf(row.to, fields) ?? recipientOf(row.contractAddress, fields)
  if (to === null) return undefined
  return {
    coin: native,
    tx: fields.hash(row.hash ?? row.transactionHash, 'transaction hash'),
    position: undefined,
    ...placeOf(row, fields),
    from: fields.address(row.from, 'sender'),
    to,
    amount: fields.amount(row.value, 'value'),
  }
}

function mapToken(network: Network, row: Row, fields: RowFields): HistoryTransfer | undefined {
  const coin = coinOfContract(network, String(row.contractAddress).toLowerCase())
  if (!coin) return undefined
  const from = fields.address(row.from, 'sender')
  const to = fields.address(row.to, 'recipient')
  const hasIndex = row.logIndex !== undefined && row.logIndex !== ''
  return {
    coin: coin.identifier,
    tx: fields.hash(row.hash, 'transaction hash'),
    position: hasIndex ? logPosition(fields.whole(row.logIndex, 'log index')) : undefined,
    ...placeOf(row, fields),
    // A transfer from the zero address mints tokens, and a transfer to the zero address burns them.
    from: from === zeroAddress ? '' : from,
    to: to === zeroAddress ? '' : to,
    amount: fields.amount(row.value, 'value'),
  }
}

function placeOf(row: Row, fields: RowFields) {
  return {
    block: fields.whole(row.blockNumber, 'block number'),
    time: fields.time(row.timeStamp, 'block time'),
  }
}

function recipientOf(value: unknown, fields: RowFields): string | null {
  return value === '' || value === null || value === undefined ? null : fields.address(value, 'recipient')
}
