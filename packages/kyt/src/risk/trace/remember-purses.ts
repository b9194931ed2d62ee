import type { ClickHouse } from '@touchstone/storage'
import { LRUCache } from 'lru-cache'
import { coalesce } from '../../coalesce.ts'
import { passGate } from '../../ledger/reading-gate.ts'
import { type AccountKey, accountId } from '../../operations/account-store.ts'
import { layOutPurses, type Purses } from '../taint/purse.ts'
import { selectHistories } from './trace-store.ts'

/** Events that are remembered: some tens of megabytes. */
const rememberedEvents = 200_000

type Key = AccountKey & { readonly most: number }

/** Purses are read for many addresses at a time and remembered under the ledger's version that they were read at. */
export function rememberPurses(
  clickhouse: ClickHouse,
): (key: AccountKey, most: number, version: number) => Promise<Purses | undefined> {
  const remembered = new LRUCache<string, { readonly purses: Purses | undefined }>({
    maxSize: rememberedEvents,
    sizeCalculation: ({ purses }) => countEvents(purses) + 1,
  })
  const identify = (key: Key) => `${key.most} ${accountId(key)}`
  const fetch = coalesce<Key, Purses | undefined>({
    identify,
    fetch: async (keys) => {
      await passGate(clickhouse)
      const found = new Map<string, Purses>()
      for (const { network, most, addresses } of groupKeys(keys)) {
        for (const [address, movements] of await selectHistories(clickhouse, { network, addresses, most })) {
          found.set(identify({ network, address, most }), layOutPurses(movements))
        }
      }
      return found
    },
    missing: undefined,
    atOnce: 256,
  })
  return async (key, most, version) => {
    const id = `${version} ${identify({ ...key, most })}`
    const known = remembered.get(id)
    if (known !== undefined) return known.purses
    const purses = await fetch({ ...key, most })
    remembered.set(id, { purses })
    return purses
  }
}

export function countEvents(purses: Purses | undefined): number {
  let events = 0
  for (const purse of purses?.byCoin.values() ?? []) events += purse.events.length
  return events
}

/** Keys that one question can be asked for together. */
function groupKeys(keys: readonly Key[]) {
  const groups = new Map<string, { network: number; most: number; addresses: string[] }>()
  for (const { network, most, address } of keys) {
    const group = groups.get(`${network} ${most}`)
    if (group === undefined) groups.set(`${network} ${most}`, { network, most, addresses: [address] })
    else group.addresses.push(address)
  }
  return [...groups.values()]
}
