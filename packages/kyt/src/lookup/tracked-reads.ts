import type { LedgerReads, Versioned } from '../ledger/ledger-store.ts'
import type { Memory } from './memory.ts'

type Unversioned<Read> = Read extends (...args: infer Args) => Promise<Versioned<infer Key, infer Row>>
  ? (...args: Args) => Promise<ReadonlyMap<Key, Row>>
  : Read

/** Ledger reads whose versions the memory has already recorded. */
export type TrackedReads = { readonly [Name in keyof LedgerReads]: Unversioned<LedgerReads[Name]> }

/** Wraps the ledger and records the version of every read in the memory. */
export function trackedReads(ledger: LedgerReads, memory: Memory): TrackedReads {
  const versioned =
    <Args extends unknown[], Key, Row>(read: (...args: Args) => Promise<Versioned<Key, Row>>) =>
    async (...args: Args) => {
      const since = memory.tick()
      const { versions, found } = await read(...args)
      memory.recordRead(versions, since)
      return found
    }
  const unversioned =
    <Args extends unknown[], Answer>(read: (...args: Args) => Promise<Answer>) =>
    async (...args: Args) => {
      const answer = await read(...args)
      memory.recordUnversionedRead()
      return answer
    }
  return {
    ...ledger,
    accounts: versioned(ledger.accounts),
    coverage: versioned(ledger.coverage),
    fetched: versioned(ledger.fetched),
    hashes: versioned(ledger.hashes),
    totals: unversioned(ledger.totals),
    edges: unversioned(ledger.edges),
    labels: versioned(ledger.labels),
    prices: unversioned(ledger.prices),
    histories: unversioned(ledger.histories),
    newest: unversioned(ledger.newest),
    page: unversioned(ledger.page),
    firstFunder: unversioned(ledger.firstFunder),
    transactions: unversioned(ledger.transactions),
    referenced: unversioned(ledger.referenced),
  }
}
