import type { GivenTransaction } from '../ledger-store.ts'
import type { Movement } from '../movement.ts'
import { type Chunk, selectKnown } from './account-change-store.ts'
import { addUpBatch } from './add-up-batch.ts'
import { addUpEdges, counterpartiesOf } from './add-up-edges.ts'
import { BytesWriter } from './bytes-writer.ts'
import { gatherAccounts } from './gather-accounts.ts'
import type { LedgerDb } from './ledger-db.ts'
import { mergeTransactions } from './merge-transactions.ts'
import { type AccountPart, writeAccountPart } from './packed-accounts.ts'
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
import type { TransactionRow } from './transaction-store.ts'

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
  const writing = new Writing()
  try {
    const had = await spillLedger(db, byId)
    for (const [index, { seq }] of pieces.entries()) {
      await spillPiece(await selectPiece(db, { importId, seq }), byId)
      onDone((0.2 * (index + 1)) / pieces.length)
    }
    let written = 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      const { rows, transfers } = await spillAccounts(readTransactions(await byId.read(bucket)), byAccount)
      await writing.begin(() => inPages(rows, (page) => insertNext.transactions(db, importId, page)))
      written += transfers
      onDone(0.2 + (0.4 * (bucket + 1)) / buckets)
    }
    for (let bucket = 0; bucket < buckets; bucket++) {
      const accounts = sealAll(gatherAccounts(await byAccount.read(bucket)))
      await writing.begin(() => writeAccounts(db, importId, accounts))
      onDone(0.6 + (0.3 * (bucket + 1)) / buckets)
    }
    await writing.end()
    await indexNextTables(db, importId)
    onDone(1)
    return written - had
  } finally {
    // Where it failed, what is still being written fails too or does no harm: the tables are dropped.
    await writing.end().catch(() => {})
    await byId.close()
    await byAccount.close()
  }
}

/** Lets the store write one part while the next one is worked out. */
class Writing {
  #last: Promise<void> = Promise.resolve()

  async begin(write: () => Promise<void>): Promise<void> {
    await this.#last
    this.#last = write()
    // Whoever waits for it next gets the failure.
    this.#last.catch(() => {})
  }

  async end(): Promise<void> {
    await this.#last
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

/** Spills what transactions add to accounts. Returns their rows, and how many transfers they have. */
async function spillAccounts(
  given: readonly GivenTransaction[],
  byAccount: Spill,
): Promise<{ readonly rows: TransactionRow[]; readonly transfers: number }> {
  const merged = mergeTransactions(given)
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
  for (const [index, { account }] of changes.entries()) {
    const full = byAccount.add(bucketOfAccount(account, byAccount.buckets), parts[index] ?? Buffer.of())
    if (full !== undefined) await full
  }
  const packed = packEachTransfers(merged.map(({ transfers }) => transfers))
  return {
    rows: merged.map(({ id, identifier, block, time }, index) => {
      return { id, identifier, block, time, rows: packed[index] ?? Buffer.of() }
    }),
    transfers: merged.reduce((sum, { transfers }) => sum + transfers.length, 0),
  }
}

/** By the last bytes of an address: many who choose their addresses choose how they begin. */
const bucketOfAccount = (account: string, buckets: number) => Number.parseInt(account.slice(-6), 16) % buckets

type SealedAccount = AccountPart & {
  readonly chunks: number
  readonly sealed: readonly Chunk[]
  /** All movements of an account with chunks: what its edges are added up from. */
  readonly movements: readonly Movement[]
}

function sealAll(accounts: readonly AccountPart[]): SealedAccount[] {
  return accounts.map((part) => {
    const { account, coin, head } = part
    if (head.length <= headBytes) return Object.assign(part, { chunks: 0, sealed: [], movements: [] })
    const address = Buffer.from(account, 'hex')
    const { left, sealed } = sealAccount({ address, coin, chunks: 0, head })
    const movements = readMovements(head, coin)
    return Object.assign(part, { head: left.head, chunks: left.chunks, sealed, movements })
  })
}

async function writeAccounts(
  db: LedgerDb,
  importId: number,
  sealed: readonly SealedAccount[],
): Promise<void> {
  await inPages(sealed, (page) => insertNext.accounts(db, importId, page))
  await inPages(
    sealed.flatMap((account) => account.sealed),
    (page) => insertNext.chunks(db, importId, page),
  )
  // The edges of accounts without chunks follow from their movements.
  const moved = sealed.filter(({ chunks }) => chunks > 0)
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
