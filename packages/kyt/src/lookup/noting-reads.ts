import { type AccountKey, accountId, type LedgerTransaction } from '../ledger/ledger-store.ts'
import { type Dependency, dependencyOn } from './memory.ts'
import type { TrackedReads } from './tracked-reads.ts'

/** What is asked of the ledger itself: it is not worth remembering by itself. */
export type Reads = Pick<TrackedReads, 'newest' | 'page' | 'firstFunder' | 'transactions' | 'referenced'>

/** The same, telling what each answer depends on. */
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
