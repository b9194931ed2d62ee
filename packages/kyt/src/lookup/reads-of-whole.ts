import { firstReceived } from '../ledger/first-received.ts'
import type { AccountKey, AccountState } from '../ledger/ledger-store.ts'
import { pageOfWhole } from '../ledger/page-cut.ts'
import type { TrackedReads } from './tracked-reads.ts'

type Reads = Pick<TrackedReads, 'newest' | 'page' | 'firstFunder'>

/**
 * Reads from the movements that were returned with an account if they are complete, as is the case for most
 * accounts. Otherwise, queries the ledger.
 */
export function readsOfWhole(
  ledger: TrackedReads,
  accounts: (key: AccountKey) => Promise<readonly AccountState[]>,
): Reads {
  const find = async (key: AccountKey, coin: number) =>
    (await accounts(key)).find((account) => account.coin === coin)
  return {
    async newest(window, most) {
      const own = await find(window.key, window.coin)
      if (own === undefined) return []
      if (!own.isWhole) return await ledger.newest(window, most)
      return own.newest().filter(({ time }) => time >= window.from && time <= window.to)
    },
    async page(key, of, signal) {
      const own = await find(key, of.coin)
      if (own === undefined) return { movements: [], transactions: 0, total: 0 }
      return own.isWhole ? pageOfWhole(own, of) : await ledger.page(key, of, signal)
    },
    async firstFunder(key, coin) {
      const own = await find(key, coin)
      if (own === undefined) return undefined
      return own.isWhole ? firstReceived(own.newest())?.counterparty : await ledger.firstFunder(key, coin)
    },
  }
}
