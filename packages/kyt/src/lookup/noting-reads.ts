import { type AccountKey, accountId, type LedgerTransaction } from '../ledger/ledger-store.ts'
import { type Dependency, dependencyOn } from './memory.ts'
import type { TrackedReads } from './tracked-reads.ts'

/** Ledger reads that are not cached individually. */
export type Reads = Pick<TrackedReads, 'newest' | 'page' | 'firstFunder' | 'transactions' | 'referenced'>

/** Wraps the reads and reports each dependency to `note`. */
export function notingReads(ledger: TrackedReads, note: (dependency: Dependency) => void): Reads {
  const noteAccount = (key: AccountKey) => note(dependencyOn.account(accountId(key)))
  const noteAll = (found: readonly LedgerTransaction[]) => {
    for (const { reference } of found) note(dependencyOn.transaction(reference))
    return found
  }
  return {
    async newest(window, most) {
      noteAccount(window.key)
      return await ledger.newest(window, most)
    },
    async page(key, of, signal) {
      noteAccount(key)
      return await ledger.page(key, of, signal)
    },
    async firstFunder(key, coin) {
      noteAccount(key)
      return await ledger.firstFunder(key, coin)
    },
    transactions: async (network, txs) => noteAll(await ledger.transactions(network, txs)),
    referenced: async (network, references) => noteAll(await ledger.referenced(network, references)),
  }
}
