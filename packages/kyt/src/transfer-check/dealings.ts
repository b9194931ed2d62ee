import { networks } from '../addresses/networks.ts'
import { formatAddress } from '../addresses/parse-address.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { type Account, fromHex } from '../lookup/resolve-account.ts'
import { looksLike } from './look-alike.ts'

/** For a sender with a long history, the number of movements per coin that are read, newest first. */
const mostMovements = 5000
const endOfTime = 4_294_967_295

/** The address that another one imitates, and when the sender first paid it. */
export type Imitated = { readonly address: string; readonly since: number }

/**
 * Returns, for each address, the address that it imitates among those that the sender paid. An address that
 * the sender paid before the other one is not an imitation. Payments of zero do not count, because anybody
 * can create them.
 */
export async function findImitated(
  reader: KytReader,
  sender: Account,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Imitated>> {
  const { network } = sender.coin
  const since = await firstPayments(reader, sender)
  const { family } = networks[network]
  const found = new Map<string, Imitated>()
  for (const [counterparty, time] of since) {
    const paid = formatAddress(network, fromHex(counterparty))
    for (const address of addresses) {
      if (!looksLike(family, address, paid)) continue
      const own = [...since].find(([other]) => formatAddress(network, fromHex(other)) === address)?.[1]
      if (own !== undefined && own <= time) continue
      found.set(address, { address: paid, since: time })
    }
  }
  return found
}

/** Returns when the sender first paid each address, in hex, in any coin. */
async function firstPayments(reader: KytReader, { key }: Account): Promise<ReadonlyMap<string, number>> {
  const since = new Map<string, number>()
  for (const total of await reader.totals(key)) {
    const window = { key, coin: total.coin, from: 0, to: endOfTime }
    const movements = total.isWhole ? total.newest() : await reader.ledger.newest(window, mostMovements)
    for (const { kind, counterparty, amount, time } of movements) {
      if (kind !== 'out' || counterparty === '' || amount === 0n) continue
      since.set(counterparty, Math.min(time, since.get(counterparty) ?? time))
    }
  }
  return since
}
