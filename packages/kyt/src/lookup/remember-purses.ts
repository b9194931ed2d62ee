import { type AccountKey, accountId, type LedgerReads, type Total } from '../ledger/ledger-store.ts'
import { coalesce } from './coalesce.ts'
import { dependencyOn, type Memory } from './memory.ts'
import { layOutPurses, type Purses } from './purse.ts'

/** Events that are remembered: some tens of megabytes. */
const rememberedEvents = 200_000

/** No policy lets more movements of one address be read. */
const mostOfOne = 2 ** 31 - 1

/**
 * Purses are read for many addresses at a time. Of those that moved more often than `most` nothing is read; how often
 * that is, the totals tell.
 */
export function rememberPurses(
  ledger: LedgerReads,
  memory: Memory,
  totals: (key: AccountKey) => Promise<readonly Total[]>,
): (key: AccountKey, most: number) => Promise<Purses | undefined> {
  const remembered = memory.cache<{ readonly purses: Purses | undefined }>({
    maxSize: rememberedEvents,
    sizeOf: ({ purses }) => countEvents(purses) + 1,
  })
  const fetch = coalesce<AccountKey, Purses | undefined>({
    identify: accountId,
    fetch: async (keys) => {
      const found = new Map<string, Purses>()
      for (const [id, movements] of await ledger.histories(keys, mostOfOne)) {
        const own = id.slice(2)
        // What somebody sends to themselves moves nothing.
        found.set(id, layOutPurses(movements.filter(({ counterparty }) => counterparty !== own)))
      }
      return found
    },
    missing: undefined,
    atOnce: 256,
  })
  return async (key, most) => {
    const id = `${most} ${accountId(key)}`
    const known = remembered.get(id)
    if (known !== undefined) return known.purses
    const since = memory.now()
    const purses = countTransfers(await totals(key)) > most ? undefined : await fetch(key)
    remembered.set(id, { purses }, { since, from: [dependencyOn.account(accountId(key))] })
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
