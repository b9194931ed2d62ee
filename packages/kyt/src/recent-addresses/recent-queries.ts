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

/** Kept of each merchant. */
export const maxRecentAddresses = 100
/** Kept of each merchant until they are written; more than these few seconds are not waited for. */
const mostCollected = maxRecentAddresses

/** Remembers which addresses each merchant asked about last. */
export type RecentQueries = {
  /** After it was answered: only what can be asked is remembered. */
  note(merchant: string, query: { coin: string; address?: string; txid?: string }): void
  /** Writes what was noted since the last time. */
  flush(): Promise<void>
}

/**
 * Collected in memory and written now and then, as counted calls are: writing each question would cost more than
 * answering it.
 */
export function createRecentQueries(context: Pick<KytContext, 'database' | 'clock'>): RecentQueries {
  let collected = new Map<string, Map<string, RecentAddressRow>>()
  return {
    note(merchant, { coin, address, txid }) {
      // Of a transaction an address is only a side.
      if (address === undefined || txid !== undefined) return
      const ofMerchant = collected.get(merchant) ?? new Map<string, RecentAddressRow>()
      const name = `${coin} ${address}`
      ofMerchant.delete(name)
      ofMerchant.set(name, { merchant, coin, address, at: new Date(context.clock.now()) })
      const [oldest] = ofMerchant.keys()
      if (ofMerchant.size > mostCollected && oldest !== undefined) ofMerchant.delete(oldest)
      collected.set(merchant, ofMerchant)
    },
    async flush() {
      const rows = [...collected.values()].flatMap((each) => inOneForm([...each.values()]))
      const merchants = [...collected.keys()]
      if (rows.length === 0) return
      // What can't be written is not worth keeping: the next questions take its place.
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

/** One address can be written in several ways; read here and not where it is noted, which has to be quick. */
function inOneForm(rows: readonly RecentAddressRow[]): RecentAddressRow[] {
  const known = new Map<string, RecentAddressRow>()
  for (const row of rows) {
    const { coin, address } = resolveAccount(row)
    const text = formatAddress(coin.network, address.bytes)
    known.set(`${row.coin} ${text}`, { ...row, address: text })
  }
  return [...known.values()]
}

/** The last addresses that a merchant asked about, the newest first. */
export async function listRecentAddresses(
  context: Pick<KytContext, 'database'>,
  { merchant }: { merchant: string },
): Promise<RecentAddress[]> {
  return await selectRecentAddresses(journalOf(context), { merchant, limit: maxRecentAddresses })
}
