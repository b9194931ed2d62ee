import type { LedgerReads, Versioned } from '../ledger/ledger-store.ts'
import type { Memory } from './memory.ts'

type Unversioned<Read> = Read extends (...args: infer Args) => Promise<Versioned<infer Key, infer Row>>
  ? (...args: Args) => Promise<ReadonlyMap<Key, Row>>
  : Read

/** What is asked of the ledger, without the states that the answers are from: the memory has heard of them. */
export type TrackedReads = { readonly [Name in keyof LedgerReads]: Unversioned<LedgerReads[Name]> }

/** The ledger, telling the memory of what state everything is that is read. */
export function trackedReads(ledger: LedgerReads, memory: Memory): TrackedReads {
  const versioned =
    <Args extends unknown[], Key, Row>(read: (...args: Args) => Promise<Versioned<Key, Row>>) =>
    async (...args: Args) => {
      const since = memory.tick()
      const { versions, found } = await read(...args)
      memory.hear(versions, since)
      return found
    }
  const unversioned =
    <Args extends unknown[], Answer>(read: (...args: Args) => Promise<Answer>) =>
    async (...args: Args) => {
      const answer = await read(...args)
      memory.hearUnversioned()
      return answer
    }
  return {
    ...ledger,
    accounts: versioned(ledger.accounts),
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
