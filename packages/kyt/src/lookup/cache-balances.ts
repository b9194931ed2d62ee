import { type AccountKey, type AccountState, accountId, type Total } from '../ledger/ledger-store.ts'
import type { Movement } from '../ledger/movement.ts'
import { layOutPurses, type Purses } from './balance-history.ts'
import { coalesce } from './coalesce.ts'
import { dependencyOn, type Memory } from './memory.ts'
import type { TrackedReads } from './tracked-reads.ts'

/** Events that are remembered: some tens of megabytes. */
const rememberedEvents = 200_000

/** No policy lets more movements of one address be read. */
const mostOfOne = 2 ** 31 - 1

/**
 * Of accounts that moved more often than `most` nothing is read. Of those whose movements did not all come with the totals
 * they are read for many addresses at a time.
 */
export function rememberPurses(
  ledger: TrackedReads,
  memory: Memory,
  accounts: (key: AccountKey) => Promise<readonly AccountState[]>,
): (key: AccountKey, most: number) => Promise<Purses | undefined> {
  const remembered = memory.cache<{ readonly purses: Purses | undefined }>({
    maxSize: rememberedEvents,
    sizeOf: ({ purses }) => countEvents(purses) + 1,
  })
  const fetch = coalesce<AccountKey, readonly Movement[]>({
    identify: accountId,
    fetch: (keys) => ledger.histories(keys, mostOfOne),
    atOnce: 256,
  })
  const read = async (key: AccountKey, own: readonly AccountState[]) => {
    if (own.length === 0) return undefined
    const movements = own.every(({ isWhole }) => isWhole)
      ? own.flatMap((account) => account.newest())
      : ((await fetch([key])).get(accountId(key)) ?? [])
    // What somebody sends to themselves moves nothing.
    return layOutPurses(movements.filter(({ counterparty }) => counterparty !== key.address))
  }
  return async (key, most) => {
    const id = `${most} ${accountId(key)}`
    const known = remembered.get(id)
    if (known !== undefined) return known.purses
    const since = memory.now()
    const own = await accounts(key)
    const purses = countTransfers(own) > most ? undefined : await read(key, own)
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
