import type { AddressActions } from '@touchstone/contract'
import { categoryFacts } from '../labels/categories.ts'
import type { FetchCaller } from '../lookup/ensure-history.ts'
import { compare } from '../lookup/known-as.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { shares } from '../lookup/numbers.ts'
import { type Account, textOf } from '../lookup/resolve-account.ts'
import { resolveRead } from '../lookup/resolve-covered.ts'

/** The action that is reported for transfers with unlabelled counterparties. */
const plainAction = 'Transfer'

export async function getAddressActions(
  reader: KytReader,
  query: { coin: string; address: string },
  caller?: FetchCaller,
): Promise<AddressActions> {
  const account = await resolveRead(reader, query, caller)
  return await reader.cached({ id: `actions ${textOf(account)}` }, (view) => make(view, account))
}

async function make(reader: KytReader, { coin, key }: Account): Promise<AddressActions> {
  const [totals, edges] = await Promise.all([reader.totals(key), reader.edges(key, coin.id)])
  const total = totals.find((row) => row.coin === coin.id)
  const received = new Map<string, number>()
  const spent = new Map<string, number>()
  for (const edge of edges) {
    const { action } = categoryFacts[edge.known.category]
    add(received, action, edge.receivedTransfers)
    add(spent, action, edge.spentTransfers)
  }
  add(received, plainAction, (total?.receivedTransfers ?? 0) - sum(received))
  add(spent, plainAction, (total?.spentTransfers ?? 0) - sum(spent))
  return { received_txs: ranked(received), spent_txs: ranked(spent) }
}

function add(counts: Map<string, number>, action: string, count: number): void {
  if (count > 0) counts.set(action, (counts.get(action) ?? 0) + count)
}

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0)

function ranked(counts: Map<string, number>) {
  const entries = [...counts].sort((a, b) => b[1] - a[1] || compare(a[0], b[0]))
  const proportions = shares(
    entries.map(([, count]) => BigInt(count)),
    2,
  )
  return entries.map(([action, count], index) => ({ action, count, proportion: proportions[index] ?? 0 }))
}
