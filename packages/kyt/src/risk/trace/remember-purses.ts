import type { ClickHouse } from '@touchstone/storage'
import { LRUCache } from 'lru-cache'
import { coalesce } from '../../coalesce.ts'
import type { Versions } from '../../ledger/import-journal-store.ts'
import { passGate } from '../../ledger/reading-gate.ts'
import { type AccountKey, accountId } from '../../operations/account-store.ts'
import type { Total } from '../../operations/add-up.ts'
import { layOutPurses, type Purses } from '../taint/purse.ts'
import { selectHistories } from './trace-store.ts'

/** Events that are remembered: some tens of megabytes. */
const rememberedEvents = 200_000

/**
 * Purses are read for many addresses at a time and remembered under the ledger's version that they were read at. Of
 * those that moved more often than `most` nothing is read; how often that is, the totals tell.
 */
export function rememberPurses(
  clickhouse: ClickHouse,
  totals: (key: AccountKey, at: Versions) => Promise<readonly Total[]>,
): (key: AccountKey, most: number, at: Versions) => Promise<Purses | undefined> {
  const remembered = new LRUCache<string, { readonly purses: Purses | undefined }>({
    maxSize: rememberedEvents,
    sizeCalculation: ({ purses }) => countEvents(purses) + 1,
  })
  const fetch = coalesce<AccountKey, Purses | undefined>({
    identify: accountId,
    fetch: async (keys) => {
      await passGate(clickhouse)
      const found = new Map<string, Purses>()
      for (const [network, addresses] of groupByNetwork(keys)) {
        for (const [address, movements] of await selectHistories(clickhouse, { network, addresses })) {
          found.set(accountId({ network, address }), layOutPurses(movements))
        }
      }
      return found
    },
    missing: undefined,
    atOnce: 256,
  })
  return async (key, most, at) => {
    const id = `${at.ledger} ${most} ${accountId(key)}`
    const known = remembered.get(id)
    if (known !== undefined) return known.purses
    const purses = countTransfers(await totals(key, at)) > most ? undefined : await fetch(key)
    remembered.set(id, { purses })
    return purses
  }
}

export function countEvents(purses: Purses | undefined): number {
  let events = 0
  for (const purse of purses?.byCoin.values() ?? []) events += purse.events.length
  return events
}

function countTransfers(totals: readonly Total[]): number {
  return totals.reduce((sum, row) => sum + row.receivedTransfers + row.spentTransfers, 0)
}

function groupByNetwork(keys: readonly AccountKey[]): Map<number, string[]> {
  const groups = new Map<number, string[]>()
  for (const { network, address } of keys) {
    const group = groups.get(network)
    if (group === undefined) groups.set(network, [address])
    else group.push(address)
  }
  return groups
}
