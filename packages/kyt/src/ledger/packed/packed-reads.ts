import { firstReceived } from '../first-received.ts'
import { accountId, type LedgerReads, type LedgerTransaction } from '../ledger-store.ts'
import type { Movement } from '../movement.ts'
import { countIfWhole } from '../page-cut.ts'
import {
  selectAccount,
  selectAccounts,
  selectEdges,
  selectHistories,
  selectTotals,
} from './accounts/account-read-store.ts'
import { oldestAtOnce, selectHistoryPage, selectOldestChunks } from './accounts/gather-store.ts'
import { newestFirst } from './accounts/newest-first.ts'
import { readPage } from './accounts/read-page.ts'
import { selectCoverage } from './covered/covered-store.ts'
import { selectFetched } from './histories/history-store.ts'
import { selectKnown, selectLabels } from './labels/label-store.ts'
import { selectNamed, selectNames } from './labels/name-store.ts'
import type { LedgerDb } from './ledger-db.ts'
import { readMovements } from './packing/packed-movements.ts'
import { readTransfers } from './packing/packed-transfers.ts'
import { selectPrices } from './state-store.ts'
import { identifierOf, referenceOf, transactionId } from './transactions/transaction-id.ts'
import {
  selectIdentifiers,
  selectReferenced,
  selectTransactions,
  type TransactionRow,
} from './transactions/transaction-store.ts'
import { changesSince } from './versions/changes-since.ts'
import { selectVersions } from './versions/version-store.ts'

/** Reads from a packed ledger, either from the newest state or inside a transaction. */
export function packedReads(db: LedgerDb): LedgerReads {
  return {
    versions: () => selectVersions(db),
    changesSince: (versions) => changesSince(db, versions),
    coverage: (networks) => selectCoverage(db, networks),
    fetched: (keys) => selectFetched(db, keys.map(accountId)),
    totals: (keys) => selectTotals(db, keys.map(accountId)),
    accounts: (keys) => selectAccounts(db, keys.map(accountId)),
    edges: (accounts) =>
      selectEdges(
        db,
        accounts.map(({ key, coin }) => ({ address: accountId(key), coin })),
      ),
    labels: (keys) => selectLabels(db, keys.map(accountId)),
    knownAddresses: (after) => selectKnown(db, after),
    names: (text, most) => selectNames(db, text, most),
    named: (name, after, most) => selectNamed(db, { name, after, most }),
    prices: (coins) => selectPrices(db, coins),
    histories: (keys, most) => selectHistories(db, keys.map(accountId), most),
    async newest({ key, ...window }, most) {
      const account = { address: accountId(key), coin: window.coin }
      const own = await selectAccount(db, account)
      const found: Movement[] = []
      if (own === undefined) return found
      for await (const some of newestFirst(db, { ...window, ...account }, own)) {
        found.push(...some)
        if (found.length >= most) break
      }
      return found
    },
    async page(key, of, signal) {
      const address = accountId(key)
      const own = await selectAccount(db, { address, coin: of.coin })
      if (own === undefined) return { movements: [], transactions: 0, total: 0 }
      const total = countIfWhole(own.total, of)
      return await readPage(db, { ...of, ...own, address, total }, signal)
    },
    firstFunder: (key, coin) => findFirstFunder(db, { account: accountId(key), coin }),
    async transactions(network, txs) {
      const identifiers = txs.map((tx) => identifierOf(network, tx))
      const requested = new Set(identifiers.map((identifier) => identifier.toString('hex')))
      const rows = await selectTransactions(db, identifiers.map(transactionId))
      return rows.filter(({ identifier }) => requested.has(identifier.toString('hex'))).map(toTransaction)
    },
    async hashes(network, references) {
      const { versions, rows } = await selectIdentifiers(db, references)
      const found = new Map(
        rows
          .filter(({ identifier }) => identifier[0] === network)
          .map(({ id, identifier }) => [referenceOf(id), identifier.toString('hex', 1)]),
      )
      return { versions, found }
    },
    async referenced(network, references) {
      const rows = await selectReferenced(db, references)
      return rows.filter(({ identifier }) => identifier[0] === network).map(toTransaction)
    },
  }
}

function toTransaction({ id, identifier, block, time, rows }: TransactionRow): LedgerTransaction {
  return {
    network: identifier[0] ?? 0,
    tx: identifier.toString('hex', 1),
    reference: referenceOf(id),
    block,
    time,
    transfers: readTransfers(rows),
  }
}

/**
 * Returns the sender of an account's first incoming movement. Reads every chunk that could contain this
 * movement, because chunks can overlap in time.
 */
async function findFirstFunder(
  db: LedgerDb,
  of: { readonly account: string; readonly coin: number },
): Promise<string | undefined> {
  const { rows, next } = await selectHistoryPage(db, { ...of, after: undefined })
  let first = firstReceived(rows.flatMap((packed) => readMovements(packed, of.coin)))
  for (let passed = 0, left = next !== undefined; left; passed += oldestAtOnce) {
    const chunks = await selectOldestChunks(db, { ...of, passed })
    left = chunks.length === oldestAtOnce
    for (const chunk of chunks) {
      if (first !== undefined && first.time < chunk.first) return first.counterparty
      first = firstReceived([...(first === undefined ? [] : [first]), ...readMovements(chunk.rows, of.coin)])
    }
  }
  return first?.counterparty
}
