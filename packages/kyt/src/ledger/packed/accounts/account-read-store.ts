import { type BinaryRow, binaryQuery, encodeArray, readField, unnestRow } from '@touchstone/storage'
import type { AccountState, Edge, Total, Versioned } from '../../ledger-store.ts'
import type { Movement } from '../../movement.ts'
import { fromStoredTime, gatherRows, type LedgerDb, listOf, toStoredTime } from '../ledger-db.ts'
import { readMovements } from '../packing/packed-movements.ts'
import { readVersions, versionColumns } from '../versions/version-store.ts'

/** The bytes of the network and the address in hex, as stored with accounts. */
export type StoredAddress = string

const bytesOf = (addresses: readonly StoredAddress[]) => encodeArray.hexBytea(addresses)

const sums = `address, coin, received, spent, fees, received_txs, spent_txs, txs, received_transfers, spent_transfers,
  first_seen, last_seen`

/** Returns the totals of the given addresses in every coin. */
export async function selectTotals(
  db: LedgerDb,
  addresses: readonly StoredAddress[],
): Promise<Map<StoredAddress, Total[]>> {
  const rows = await binaryQuery(
    db,
    `select ${sums} from ledger.account where address = any(${listOf(1, 'bytea')})`,
    [bytesOf(addresses)],
  )
  return gatherRows(rows, toTotal)
}

function toTotal(row: BinaryRow): Total {
  return {
    coin: readField.int2(row, 1),
    received: readField.numeric(row, 2),
    spent: readField.numeric(row, 3),
    fees: readField.numeric(row, 4),
    receivedTxs: readField.int4(row, 5),
    spentTxs: readField.int4(row, 6),
    txs: readField.int4(row, 7),
    receivedTransfers: readField.int4(row, 8),
    spentTransfers: readField.int4(row, 9),
    firstSeen: fromStoredTime(readField.int4(row, 10)),
    lastSeen: fromStoredTime(readField.int4(row, 11)),
  }
}

/**
 * Returns totals with the newest movements and the ledger's versions, so that a response built from them
 * needs no other query.
 */
export async function selectAccounts(
  db: LedgerDb,
  addresses: readonly StoredAddress[],
): Promise<Versioned<StoredAddress, AccountState[]>> {
  const rows = await binaryQuery(
    db,
    `select ${sums}, head, chunks, ${versionColumns}
     from ledger.state left join ledger.account on address = any(${listOf(1, 'bytea')})`,
    [bytesOf(addresses)],
  )
  return { versions: readVersions(rows, 14), found: gatherRows(rows, (row) => new PackedAccount(row)) }
}

/**
 * This is a class because many accounts are cached, and an instance takes less memory than an object with its
 * own function.
 */
class PackedAccount implements AccountState {
  readonly coin: number
  readonly received: bigint
  readonly spent: bigint
  readonly fees: bigint
  readonly receivedTxs: number
  readonly spentTxs: number
  readonly txs: number
  readonly receivedTransfers: number
  readonly spentTransfers: number
  readonly firstSeen: number
  readonly lastSeen: number
  readonly isWhole: boolean
  readonly #head: Buffer

  constructor(row: BinaryRow) {
    this.coin = readField.int2(row, 1)
    this.received = readField.numeric(row, 2)
    this.spent = readField.numeric(row, 3)
    this.fees = readField.numeric(row, 4)
    this.receivedTxs = readField.int4(row, 5)
    this.spentTxs = readField.int4(row, 6)
    this.txs = readField.int4(row, 7)
    this.receivedTransfers = readField.int4(row, 8)
    this.spentTransfers = readField.int4(row, 9)
    this.firstSeen = fromStoredTime(readField.int4(row, 10))
    this.lastSeen = fromStoredTime(readField.int4(row, 11))
    this.#head = readField.bytes(row, 12)
    this.isWhole = readField.int4(row, 13) === 0
  }

  newest(): readonly Movement[] {
    return readMovements(this.#head, this.coin)
  }
}

/**
 * Returns the edges of the given accounts to counterparties with a current or previous label, keyed by
 * address and coin.
 */
export async function selectEdges(db: LedgerDb, accounts: readonly Account[]): Promise<Map<string, Edge[]>> {
  const gathered = await binaryQuery(
    db,
    `select array_agg(number), array_agg(counterparty), array_agg(received), array_agg(spent),
       array_agg(received_transfers), array_agg(spent_transfers)
     from unnest(${listOf(1, 'bytea')}, ${listOf(2, 'int2')}, ${listOf(3, 'int4')}) as requested(address, coin, number)
     join ledger.edge using (address, coin)`,
    [
      bytesOf(accounts.map(({ address }) => address)),
      encodeArray.int2(accounts.map(({ coin }) => coin)),
      encodeArray.int4(accounts.map((_, index) => index)),
    ],
  )
  const rows = gathered.flatMap((row) => unnestRow(row, 6))
  const edges = accounts.map((): Edge[] => [])
  for (const row of rows) {
    const index = readField.int4(row, 0)
    edges[index]?.push({
      coin: accounts[index]?.coin ?? 0,
      counterparty: readField.hexFrom(row, 1, 1),
      received: readField.numeric(row, 2),
      spent: readField.numeric(row, 3),
      receivedTransfers: readField.int4(row, 4),
      spentTransfers: readField.int4(row, 5),
    })
  }
  return new Map(accounts.map(({ address, coin }, index) => [`${address} ${coin}`, edges[index] ?? []]))
}

/**
 * Returns all movements of the given addresses in every coin, in no particular order. Omits addresses with
 * more than `most` movements, without reading the chunks of accounts that exceed this limit.
 */
export async function selectHistories(
  db: LedgerDb,
  addresses: readonly StoredAddress[],
  most: number,
): Promise<Map<StoredAddress, Movement[]>> {
  const rows = await binaryQuery(
    db,
    `select address, coin, received_transfers + spent_transfers as transfers, head,
       case when chunks > 0 and received_transfers + spent_transfers <= ($2::int4[])[1] then
         (select string_agg(rows, '') from ledger.chunk
          where chunk.address = account.address and chunk.coin = account.coin) end
     from ledger.account where address = any(${listOf(1, 'bytea')})`,
    [bytesOf(addresses), encodeArray.int4([most])],
  )
  const histories = new Map<StoredAddress, Movement[]>()
  const transfers = new Map<StoredAddress, number>()
  for (const row of rows) {
    const key = readField.hex(row, 0)
    const coin = readField.int2(row, 1)
    transfers.set(key, (transfers.get(key) ?? 0) + readField.int4(row, 2))
    const movements = histories.get(key) ?? []
    histories.set(key, movements)
    movements.push(...readMovements(readField.bytes(row, 3), coin))
    const older = row[4]
    if (older) movements.push(...readMovements(older, coin))
  }
  for (const [address, count] of transfers) if (count > most) histories.delete(address)
  return histories
}

/** Chunks per query. */
const chunksAtOnce = 64

export type Account = { readonly address: StoredAddress; readonly coin: number }

/** An account with its packed newest movements, and whether it has chunks with older movements. */
export type WholeAccount = { readonly total: Total; readonly head: Buffer; readonly hasChunks: boolean }

export async function selectAccount(
  db: LedgerDb,
  { address, coin }: Account,
): Promise<WholeAccount | undefined> {
  const [row] = await binaryQuery(
    db,
    `select ${sums}, head, chunks from ledger.account
     where address = ($1::bytea[])[1] and coin = ($2::int2[])[1]`,
    [bytesOf([address]), encodeArray.int2([coin])],
  )
  if (row === undefined) return undefined
  return { total: toTotal(row), head: readField.bytes(row, 12), hasChunks: readField.int4(row, 13) > 0 }
}

export type Chunk = { readonly rows: Buffer; readonly last: number; readonly seq: number }

/**
 * Returns a page of the chunks that overlap a time range and precede the given chunk, newest first. A page
 * with fewer than `chunksAtOnce` chunks is the last one.
 */
export async function selectChunksBefore(
  db: LedgerDb,
  of: Account & {
    readonly from: number
    readonly to: number
    readonly before: Pick<Chunk, 'last' | 'seq'> | undefined
  },
): Promise<{ readonly chunks: Chunk[]; readonly isLast: boolean }> {
  const { last, seq } = of.before ?? { last: latest, seq: latestSeq }
  const rows = await binaryQuery(
    db,
    `select rows, last_seen, seq from ledger.chunk
     where address = ($1::bytea[])[1] and coin = ($2::int2[])[1]
       and (last_seen, seq) < (($3::int4[])[1], ($3::int4[])[2]) and last_seen >= ($3::int4[])[3]
       and first_seen <= ($3::int4[])[4]
     order by last_seen desc, seq desc limit ($3::int4[])[5]`,
    [
      bytesOf([of.address]),
      encodeArray.int2([of.coin]),
      encodeArray.int4([toStoredTime(last), seq, toStoredTime(of.from), toStoredTime(of.to), chunksAtOnce]),
    ],
  )
  const chunks = rows.map((row) => ({
    rows: readField.bytes(row, 0),
    last: fromStoredTime(readField.int4(row, 1)),
    seq: readField.int4(row, 2),
  }))
  return { chunks, isLast: chunks.length < chunksAtOnce }
}

const latest = 2 ** 32 - 1
/** Larger than any chunk number. */
export const latestSeq = 2 ** 31 - 1
