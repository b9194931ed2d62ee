import type { AddressOverview } from '@touchstone/contract'
import type { FetchCaller } from '../lookup/ensure-history.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { toDecimal } from '../lookup/numbers.ts'
import { type Account, textOf } from '../lookup/resolve-account.ts'
import { resolveRead } from '../lookup/resolve-covered.ts'

export async function getAddressOverview(
  reader: KytReader,
  query: { coin: string; address: string },
  caller?: FetchCaller,
): Promise<AddressOverview> {
  const account = await resolveRead(reader, query, caller)
  return await reader.cached({ id: `overview ${textOf(account)}` }, (view) => overviewOf(view, account))
}

/** Returns an account's overview from what a reader returns. */
export async function overviewOf(reader: KytReader, { coin, key }: Account): Promise<AddressOverview> {
  const total = (await reader.totals(key)).find((row) => row.coin === coin.id)
  const received = total?.received ?? 0n
  const spent = (total?.spent ?? 0n) + (total?.fees ?? 0n)
  const amount = (value: bigint) => toDecimal(value, coin.decimals, 4)
  return {
    balance: amount(received - spent),
    txs_count: total?.txs ?? 0,
    first_seen: total?.firstSeen ?? 0,
    last_seen: total?.lastSeen ?? 0,
    total_received: amount(received),
    total_spent: amount(spent),
    received_txs_count: total?.receivedTxs ?? 0,
    spent_txs_count: total?.spentTxs ?? 0,
  }
}
