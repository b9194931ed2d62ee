import type { Counterparty } from '@touchstone/contract'
import type { FetchCaller } from '../lookup/ensure-history.ts'
import { compare } from '../lookup/known-as.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { shares, toDecimal } from '../lookup/numbers.ts'
import { type Account, textOf } from '../lookup/resolve-account.ts'
import { resolveRead } from '../lookup/resolve-covered.ts'

export const unknownName = 'Unknown'

/**
 * Lists an address's counterparties in one coin. Labelled counterparties are listed by entity name, and all
 * unlabelled counterparties form a single entry.
 */
export async function getAddressCounterparty(
  reader: KytReader,
  query: { coin: string; address: string },
  caller?: FetchCaller,
): Promise<Counterparty[]> {
  const account = await resolveRead(reader, query, caller)
  return await reader.cached({ id: `counterparty ${textOf(account)}` }, (view) =>
    counterpartiesOf(view, account),
  )
}

/** Returns an account's counterparties from what a reader returns. */
export async function counterpartiesOf(reader: KytReader, { coin, key }: Account): Promise<Counterparty[]> {
  const [totals, edges] = await Promise.all([reader.totals(key), reader.edges(key, coin.id)])
  const total = totals.find((row) => row.coin === coin.id)
  let rest = (total?.received ?? 0n) + (total?.spent ?? 0n)
  const amounts = new Map<string, bigint>()
  for (const edge of edges) {
    const { name } = edge.known
    const amount = edge.received + edge.spent
    amounts.set(name, (amounts.get(name) ?? 0n) + amount)
    rest -= amount
  }
  if (rest > 0n) amounts.set(unknownName, (amounts.get(unknownName) ?? 0n) + rest)
  const ranked = [...amounts]
    .filter(([, amount]) => amount > 0n)
    .sort((a, b) => (a[1] === b[1] ? compare(a[0], b[0]) : a[1] > b[1] ? -1 : 1))
  const percents = shares(
    ranked.map(([, amount]) => amount),
    3,
  )
  return ranked.map(([name, amount], index) => ({
    amount: toDecimal(amount, coin.decimals, 4),
    name,
    percent: percents[index] ?? 0,
  }))
}
