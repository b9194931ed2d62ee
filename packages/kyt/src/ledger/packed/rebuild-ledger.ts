import type { GivenTransaction } from '../ledger-store.ts'
import { selectKnown } from './account-change-store.ts'
import { addUpBatch } from './add-up-batch.ts'
import { addUpEdges, counterpartiesOf } from './add-up-edges.ts'
import { BytesWriter } from './bytes-writer.ts'
import { gatherAccounts } from './gather-accounts.ts'
import type { LedgerDb } from './ledger-db.ts'
import { mergeTransactions } from './merge-transactions.ts'
import { writeAccountPart } from './packed-accounts.ts'
import { readTransactions, splitBatch, writeTransaction } from './packed-batch.ts'
import { packEach, readMovements } from './packed-movements.ts'
import { packEachTransfers, readTransfers } from './packed-transfers.ts'
import {
  countTransactions,
  createNextTables,
  indexNextTables,
  insertNext,
  selectStagedPieces,
  selectTransactionsAfter,
} from './rebuild-store.ts'
import { headBytes, sealAccount } from './seal-account.ts'
import { Spill } from './spill.ts'
import { selectPiece } from './staged-store.ts'
import { referenceOf, transactionId } from './transaction-id.ts'

/** Transfers below which an import goes in piece by piece, in a second or two. */
export const leastRebuilt = 20_000
/** An import of less than so many times what the ledger has goes in piece by piece: making all of it anew takes longer. */
const leastTimes = 2

/** Transfers that are worked on at a time: with more, collecting the garbage takes longer than the work. */
const transfersAtOnce = 15_000
/** Rows that are read or written at a time; an embedded store answers nobody else meanwhile. */
const rowsAtOnce = 2000

/** How much of the work is done, from 0 to 1. */
type OnDone = (share: number) => void

/** Whether the ledger is better made anew, with what an import brings, than added to. */
export async function isWorthRebuilding(db: LedgerDb, importId: number, least: number): Promise<boolean> {
  const brought = transfersOf(await selectStagedPieces(db, importId))
  return brought >= least && (await countTransactions(db)) * leastTimes <= brought
}

/**
 * Makes the ledger's growing tables anew beside those in use, from all transactions that there are and those of an import.
 * Each table is written once, from front to back, and gets its indexes at the end: several times as quick as adding to it.
 * Transactions are first put into buckets by their ids, so that those of one id meet; what they add to accounts is put
 * into buckets by account. Returns how many transfers were new.
 */
export async function rebuildLedger(db: LedgerDb, importId: number, onDone: OnDone): Promise<number> {
  await createNextTables(db, importId)
  const pieces = await selectStagedPieces(db, importId)
  // A transaction has one transfer or a few.
  const transfers = transfersOf(pieces) + 2 * (await countTransactions(db))
  const buckets = Math.max(1, Math.ceil(transfers / transfersAtOnce))
  const byId = await Spill.open(buckets)
  const byAccount = await Spill.open(buckets)
  try {
    const had = await spillLedger(db, byId)
    for (const [index, { seq }] of pieces.entries()) {
      await spillPiece(await selectPiece(db, { importId, seq }), byId)
      onDone((0.2 * (index + 1)) / pieces.length)
    }
    let written = 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      written += await writeTransactions(db, importId, readTransactions(await byId.read(bucket)), byAccount)
      onDone(0.2 + (0.4 * (bucket + 1)) / buckets)
    }
    for (let bucket = 0; bucket < buckets; bucket++) {
      await writeAccounts(db, importId, await byAccount.read(bucket))
      onDone(0.6 + (0.3 * (bucket + 1)) / buckets)
    }
    await indexNextTables(db, importId)
    onDone(1)
    return written - had
  } finally {
    await byId.close()
    await byAccount.close()
  }
}

const transfersOf = (pieces: readonly { readonly transfers: number }[]) =>
  pieces.reduce((sum, { transfers }) => sum + transfers, 0)

/** What is in the ledger comes first: of a transaction that is told again, what it was first told with counts. */
async function spillLedger(db: LedgerDb, byId: Spill): Promise<number> {
  let transfers = 0
  for (let after: Buffer | undefined; ; ) {
    const page = await selectTransactionsAfter(db, after, rowsAtOnce)
    const records = packRecords(page, (to, { identifier, block, time, rows }) => {
      const had = readTransfers(rows)
      transfers += had.length
      writeTransaction(to, {
        network: identifier[0] ?? 0,
        tx: identifier.toString('hex', 1),
        block,
        time,
        transfers: had,
      })
    })
    for (const [index, { id }] of page.entries()) {
      const full = byId.add(bucketOf(id, byId.buckets), records[index] ?? Buffer.of())
      if (full !== undefined) await full
    }
    after = page.at(-1)?.id
    if (page.length < rowsAtOnce) return transfers
  }
}

async function spillPiece(piece: Buffer, byId: Spill): Promise<void> {
  for (const { identifier, bytes } of await splitBatch(piece)) {
    const full = byId.add(bucketOf(transactionId(identifier), byId.buckets), bytes)
    if (full !== undefined) await full
  }
}

/** Ids are hashes: their first bytes are as good as chance, and in order. */
const bucketOf = (id: Buffer, buckets: number) => Math.floor((id.readUInt32BE(0) / 2 ** 32) * buckets)

/** Writes transactions down, and spills what they add to accounts. Returns how many transfers they have. */
async function writeTransactions(
  db: LedgerDb,
  importId: number,
  given: readonly GivenTransaction[],
  byAccount: Spill,
): Promise<number> {
  const merged = mergeTransactions(given)
  const packed = packEachTransfers(merged.map(({ transfers }) => transfers))
  const rows = merged.map(({ id, identifier, block, time }, index) => ({
    id,
    identifier,
    block,
    time,
    rows: packed[index] ?? Buffer.of(),
  }))
  const writing = inPages(rows, (page) => insertNext.transactions(db, importId, page))
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
  await writing
  const heads = packEach(changes.map(({ movements }) => movements))
  const parts = packRecords(changes, (to, change, index) =>
    writeAccountPart(to, change, heads[index] ?? Buffer.of()),
  )
  for (const [index, { account }] of changes.entries()) {
    const full = byAccount.add(bucketOfAccount(account, byAccount.buckets), parts[index] ?? Buffer.of())
    if (full !== undefined) await full
  }
  return merged.reduce((sum, { transfers }) => sum + transfers.length, 0)
}

/** By the last bytes of an address: many who choose their addresses choose how they begin. */
const bucketOfAccount = (account: string, buckets: number) => Number.parseInt(account.slice(-6), 16) % buckets

async function writeAccounts(db: LedgerDb, importId: number, parts: Buffer): Promise<void> {
  const gathered = gatherAccounts(parts)
  const sealed = gathered.map((account) => {
    const { coin, head } = account
    if (head.length <= headBytes) return { ...account, chunks: 0, sealed: [] }
    const address = Buffer.from(account.account, 'hex')
    const { left, sealed } = sealAccount({ address, coin, chunks: 0, head })
    return { ...account, head: left.head, chunks: left.chunks, sealed }
  })
  await inPages(sealed, (page) => insertNext.accounts(db, importId, page))
  await inPages(
    sealed.flatMap((account) => account.sealed),
    (page) => insertNext.chunks(db, importId, page),
  )
  // The edges of accounts without chunks follow from their movements.
  const moved = gathered
    .filter((_, index) => (sealed[index]?.chunks ?? 0) > 0)
    .map(({ account, coin, head }) => ({ account, coin, movements: readMovements(head, coin) }))
  const known = new Set<string>()
  await inPages([...new Set(moved.flatMap(counterpartiesOf))], async (page) => {
    for (const address of await selectKnown(db, page)) known.add(address)
  })
  await inPages(
    addUpEdges(moved, (counterparty) => known.has(counterparty)),
    (page) => insertNext.edges(db, importId, page),
  )
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

async function inPages<Row>(
  rows: readonly Row[],
  put: (page: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) await put(rows.slice(at, at + rowsAtOnce))
}
