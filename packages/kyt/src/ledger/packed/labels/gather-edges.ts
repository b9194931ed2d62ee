import { addToEdges } from '../accounts/account-change-store.ts'
import type { EdgeChange } from '../accounts/add-up-edges.ts'
import { accountsOf, selectHistoryPage } from '../accounts/gather-store.ts'
import type { LedgerDb } from '../ledger-db.ts'
import { readMovements } from '../packing/packed-movements.ts'
import { insertKnown } from './label-store.ts'

/**
 * Marks addresses as known and stores the edges to them, in the caller's database transaction. Returns the
 * accounts for which edges were stored.
 */
export async function markKnown(db: LedgerDb, addresses: readonly string[]): Promise<string[]> {
  await insertKnown(db, addresses)
  const edges = new Map<string, EdgeChange>()
  for (const { account: counterparty, coin } of await accountsOf(db, addresses)) {
    for await (const packed of historyOf(db, counterparty, coin)) {
      for (const { kind, counterparty: address, amount } of readMovements(packed, coin)) {
        if (kind === 'fee' || address === '') continue
        // Edges are stored from the counterparty's perspective: coins that this address received are coins
        // that the counterparty spent.
        const account = counterparty.slice(0, 2) + address
        const key = `${coin} ${account} ${counterparty}`
        const edge = edges.get(key) ?? {
          account,
          coin,
          counterparty,
          received: 0n,
          spent: 0n,
          receivedTransfers: 0,
          spentTransfers: 0,
        }
        edges.set(key, edge)
        if (kind === 'out') {
          edge.received += amount
          edge.receivedTransfers += 1
        } else {
          edge.spent += amount
          edge.spentTransfers += 1
        }
      }
    }
  }
  const sorted = [...edges.values()].sort(
    (a, b) => compare(a.account, b.account) || a.coin - b.coin || compare(a.counterparty, b.counterparty),
  )
  const edged = new Set<string>()
  for (let at = 0; at < sorted.length; at += edgesAtOnce) {
    for (const account of await addToEdges(db, sorted.slice(at, at + edgesAtOnce))) edged.add(account)
  }
  return [...edged]
}

const edgesAtOnce = 5000

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

async function* historyOf(db: LedgerDb, account: string, coin: number): AsyncGenerator<Buffer> {
  let after: { last: number; seq: number } | undefined
  for (;;) {
    const page = await selectHistoryPage(db, { account, coin, after })
    yield* page.rows
    if (page.next === undefined) return
    after = page.next
  }
}
