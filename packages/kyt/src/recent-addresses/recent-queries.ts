import { formatAddress } from '../addresses/parse-address.ts'
import { journalOf, type KytContext } from '../context.ts'
import { resolveAccount } from '../lookup/resolve-account.ts'
import {
  type RecentAddress,
  type RecentAddressRow,
  selectRecentAddresses,
  trimRecentAddresses,
  upsertRecentAddresses,
} from './recent-address-store.ts'

/** Number of addresses stored per merchant. */
export const maxRecentAddresses = 100
/**
 * Maximum number of addresses per merchant that are held in memory until the next write. Writes happen every
 * few seconds.
 */
const maxCollected = maxRecentAddresses

/** Records the addresses that each merchant queried most recently. */
export type RecentQueries = {
  /** Records a query after it was answered, so that only valid queries are stored. */
  note(merchant: string, query: { coin: string; address?: string; txid?: string }): void
  /** Writes the queries recorded since the last flush. */
  flush(): Promise<void>
}

/**
 * Collects queries in memory and writes them periodically, because writing each query would cost more than
 * answering it.
 */
export function createRecentQueries(context: Pick<KytContext, 'database' | 'clock'>): RecentQueries {
  let collected = new Map<string, Map<string, RecentAddressRow>>()
  return {
    note(merchant, { coin, address, txid }) {
      // A transaction query can include an address, but does not count as an address query.
      if (address === undefined || txid !== undefined) return
      const ofMerchant = collected.get(merchant) ?? new Map<string, RecentAddressRow>()
      const name = `${coin} ${address}`
      ofMerchant.delete(name)
      ofMerchant.set(name, { merchant, coin, address, at: new Date(context.clock.now()) })
      const [oldest] = ofMerchant.keys()
      if (ofMerchant.size > maxCollected && oldest !== undefined) ofMerchant.delete(oldest)
      collected.set(merchant, ofMerchant)
    },
    async flush() {
      const rows = [...collected.values()].flatMap((each) => inOneForm([...each.values()]))
      const merchants = [...collected.keys()]
      if (rows.length === 0) return
      // If writing fails, these queries are lost. The loss is acceptable, because later queries replace them
      // anyway.
      collected = new Map()
      await journalOf(context)
        .transaction()
        .execute(async (db) => {
          await upsertRecentAddresses(db, rows)
          await trimRecentAddresses(db, { merchants, most: maxRecentAddresses })
        })
    },
  }
}

/** Converts addresses to canonical form. Addresses are converted on flush, because `note` must be fast. */
function inOneForm(rows: readonly RecentAddressRow[]): RecentAddressRow[] {
  const known = new Map<string, RecentAddressRow>()
  for (const row of rows) {
    const { coin, address } = resolveAccount(row)
    const text = formatAddress(coin.network, address.bytes)
    known.set(`${row.coin} ${text}`, { ...row, address: text })
  }
  return [...known.values()]
}

/** Lists the addresses that a merchant queried most recently, newest first. */
export async function listRecentAddresses(
  context: Pick<KytContext, 'database'>,
  { merchant }: { merchant: string },
): Promise<RecentAddress[]> {
  return await selectRecentAddresses(journalOf(context), { merchant, limit: maxRecentAddresses })
}
