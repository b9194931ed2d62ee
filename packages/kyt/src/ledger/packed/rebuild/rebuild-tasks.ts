import { accountRows, type Chunk, chunkColumns, edgeColumns } from '../accounts/account-change-store.ts'
import { addUpBatch } from '../accounts/add-up-batch.ts'
import { addUpEdges, counterpartiesOf } from '../accounts/add-up-edges.ts'
import { type AccountPart, readAccountParts, writeAccountPart } from '../accounts/packed-accounts.ts'
import { headBytes, sealAccount } from '../accounts/seal-account.ts'
import { BytesWriter } from '../packing/bytes-writer.ts'
import { readTransactions, splitBatch, writeTransaction } from '../packing/packed-batch.ts'
import { packEach, readMovements } from '../packing/packed-movements.ts'
import { packEachTransfers, readTransfers } from '../packing/packed-transfers.ts'
import { mergeTransactions } from '../transactions/merge-transactions.ts'
import { referenceOf, transactionId } from '../transactions/transaction-id.ts'
import { type TransactionRow, transactionRows } from '../transactions/transaction-store.ts'

/**
 * Records grouped by bucket, in insertion order within each bucket. `ends` contains the offset at which each
 * bucket ends.
 */
export type BucketedRecords = { readonly bytes: Uint8Array; readonly ends: readonly number[] }

/** A stored transaction, as passed between threads. */
type StoredTransaction = {
  readonly [Name in keyof TransactionRow]: TransactionRow[Name] extends Buffer
    ? Uint8Array
    : TransactionRow[Name]
}

/** Pages of rows in the store's format: one array per column. */
export type Pages = readonly (readonly Uint8Array[])[]

/** Rows per insert. While an embedded store runs an insert, it blocks all queries. */
const rowsOfPage = 2000

/**
 * The calculations for a rebuild. Their inputs and outputs are bytes, so that the calculations can run in
 * another thread.
 */
export const rebuildTasks = {
  /** Distributes a piece's transactions into buckets by id. */
  async sortPiece(of: { readonly piece: Uint8Array; readonly buckets: number }): Promise<BucketedRecords> {
    const transactions = await splitBatch(of.piece)
    return sort(
      transactions.map(({ bytes }) => bytes),
      transactions.map(({ identifier }) => bucketOfId(transactionId(identifier), of.buckets)),
      of.buckets,
    )
  },

  /** Distributes stored transactions into buckets by id. */
  sortRows(of: { readonly rows: readonly StoredTransaction[]; readonly buckets: number }): BucketedRecords & {
    readonly transfers: number
  } {
    let transfers = 0
    const records = packRecords(of.rows, (to, { identifier, block, time, rows }) => {
      const had = readTransfers(asBuffer(rows))
      transfers += had.length
      const tx = asBuffer(identifier).toString('hex', 1)
      writeTransaction(to, { network: identifier[0] ?? 0, tx, block, time, transfers: had })
    })
    const bucketsOf = of.rows.map(({ id }) => bucketOfId(asBuffer(id), of.buckets))
    return { ...sort(records, bucketsOf, of.buckets), transfers }
  },

  /** Merges the transactions in a bucket, and distributes their account changes into buckets. */
  addUp(of: { readonly bytes: Uint8Array; readonly buckets: number }): {
    readonly transactions: Pages
    readonly transfers: number
    readonly parts: BucketedRecords
  } {
    const merged = mergeTransactions(readTransactions(asBuffer(of.bytes)))
    const changes = addUpBatch(
      merged.map(({ id, network, block, time, transfers }) => ({
        network,
        block,
        time,
        reference: referenceOf(id),
        fresh: transfers,
        had: [],
      })),
    )
    const heads = packEach(changes.map(({ movements }) => movements))
    const parts = packRecords(changes, (to, change, index) =>
      writeAccountPart(to, change, heads[index] ?? Buffer.of()),
    )
    const packed = packEachTransfers(merged.map(({ transfers }) => transfers))
    const rows = merged.map(({ id, identifier, block, time }, index) => {
      return { id, identifier, block, time, rows: packed[index] ?? Buffer.of() }
    })
    return {
      transactions: inPages(rows, transactionRows.encode),
      transfers: merged.reduce((sum, { transfers }) => sum + transfers.length, 0),
      parts: sort(
        parts,
        changes.map(({ account }) => bucketOfAccount(account, of.buckets)),
        of.buckets,
      ),
    }
  },

  /** Merges the changes to each account in a bucket, and seals older movements. */
  seal(of: { readonly bytes: Uint8Array }): {
    readonly accounts: Pages
    readonly chunks: Pages
    /** Accounts that have chunks, together with all their movements, from which the edges are calculated. */
    readonly moved: Uint8Array
    readonly counterparties: readonly string[]
  } {
    const gathered = gatherAccounts(asBuffer(of.bytes))
    const sealed: (AccountPart & { readonly chunks: number })[] = []
    const chunks: Chunk[] = []
    const moved = gathered.filter(({ head }) => head.length > headBytes)
    for (const part of gathered) {
      const { account, coin, head } = part
      if (head.length <= headBytes) {
        sealed.push(Object.assign(part, { chunks: 0 }))
        continue
      }
      const address = Buffer.from(account, 'hex')
      const cut = sealAccount({ address, coin, chunks: 0, head })
      for (const chunk of cut.sealed) chunks.push(chunk)
      sealed.push({ ...part, head: cut.left.head, chunks: cut.left.chunks })
    }
    const writer = new BytesWriter()
    for (const part of moved) writeAccountPart(writer, part, part.head)
    return {
      accounts: inPages(sealed, accountRows.encode),
      chunks: inPages(chunks, chunkColumns.encode),
      moved: writer.take(),
      counterparties: [...new Set(moved.flatMap((part) => counterpartiesOf(movedOf(part))))],
    }
  },

  /** Calculates the edges between accounts and known counterparties. */
  addUpEdges(of: { readonly moved: Uint8Array; readonly known: ReadonlySet<string> }): Pages {
    const moved = [...readAccountParts(asBuffer(of.moved))].map(movedOf)
    return inPages(
      addUpEdges(moved, (counterparty) => of.known.has(counterparty)),
      edgeColumns.encode,
    )
  },
}

const movedOf = ({ account, coin, head }: AccountPart) => ({
  account,
  coin,
  movements: readMovements(head, coin),
})

/** Ids are hashes, so their first bytes are evenly distributed and buckets keep the order of ids. */
const bucketOfId = (id: Buffer, buckets: number) => Math.floor((id.readUInt32BE(0) / 2 ** 32) * buckets)

/** Uses an address's last bytes, because vanity addresses share a chosen prefix. */
const bucketOfAccount = (account: string, buckets: number) => Number.parseInt(account.slice(-6), 16) % buckets

function sort(records: readonly Buffer[], bucketsOf: readonly number[], buckets: number): BucketedRecords {
  const ends = Array.from({ length: buckets }, () => 0)
  for (const [index, { length }] of records.entries()) {
    const bucket = bucketsOf[index] ?? 0
    ends[bucket] = (ends[bucket] ?? 0) + length
  }
  let total = 0
  const places = ends.map((length, bucket) => {
    const start = total
    total += length
    ends[bucket] = total
    return start
  })
  const bytes = Buffer.allocUnsafeSlow(total)
  for (const [index, record] of records.entries()) {
    const bucket = bucketsOf[index] ?? 0
    const place = places[bucket] ?? 0
    bytes.set(record, place)
    places[bucket] = place + record.length
  }
  return { bytes, ends }
}

function packRecords<Row>(
  rows: readonly Row[],
  write: (to: BytesWriter, row: Row, index: number) => void,
): Buffer[] {
  const writer = new BytesWriter(256 * rows.length)
  const ends = rows.map((row, index) => {
    write(writer, row, index)
    return writer.length
  })
  return ends.map((end, index) => writer.view(ends[index - 1] ?? 0, end))
}

function inPages<Row>(rows: readonly Row[], encode: (page: readonly Row[]) => Buffer[]): Pages {
  const pages: Buffer[][] = []
  for (let at = 0; at < rows.length; at += rowsOfPage) pages.push(encode(rows.slice(at, at + rowsOfPage)))
  return pages
}

/** Buffers arrive from another thread as `Uint8Array`. */
export const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Merges each account's changes. */
function gatherAccounts(bytes: Buffer): AccountPart[] {
  const gathered = new Map<string, Gathered>()
  for (const part of readAccountParts(bytes)) {
    const key = `${part.account} ${part.coin}`
    const known = gathered.get(key)
    if (known === undefined) gathered.set(key, { sums: part, heads: [part.head] })
    else add(known, part)
  }
  return [...gathered.values()].map(({ sums, heads }) => {
    if (heads.length > 1) sums.head = Buffer.concat(heads)
    return sums
  })
}

type Gathered = {
  readonly sums: { -readonly [Name in keyof AccountPart]: AccountPart[Name] }
  heads: Buffer[]
}

function add({ sums, heads }: Gathered, part: AccountPart): void {
  sums.received += part.received
  sums.spent += part.spent
  sums.fees += part.fees
  sums.receivedTxs += part.receivedTxs
  sums.spentTxs += part.spentTxs
  sums.txs += part.txs
  sums.receivedTransfers += part.receivedTransfers
  sums.spentTransfers += part.spentTransfers
  sums.first = Math.min(sums.first, part.first)
  sums.last = Math.max(sums.last, part.last)
  heads.push(part.head)
}
