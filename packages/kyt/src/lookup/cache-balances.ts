import { type AccountKey, type AccountState, accountId, type Total } from '../ledger/ledger-store.ts'
import type { Movement } from '../ledger/movement.ts'
import type { Pace } from '../pace/pacer.ts'
import { runPaced } from '../pace/steps.ts'
import { type BalanceHistories, balanceHistoriesInSteps } from './balance-history.ts'
import type { Lane } from './cache-rows.ts'
import { coalesce } from './coalesce.ts'
import { dependencyOn, type Memory } from './memory.ts'
import type { TrackedReads } from './tracked-reads.ts'

/** Maximum number of cached events, which take up tens of megabytes. */
const maxCachedEvents = 200_000

/** A limit that no policy exceeds. */
const noLimit = 2 ** 31 - 1

/**
 * Reads and caches balance histories. Skips accounts with more than `most` transfers. Movements that were not
 * returned with the account totals are read for many addresses at once.
 */
export function cacheBalances(
  ledger: TrackedReads,
  memory: Memory,
  accounts: (key: AccountKey, lane: Lane) => Promise<readonly AccountState[]>,
): (key: AccountKey, most: number, pace: Pace, lane: Lane) => Promise<BalanceHistories | undefined> {
  const cache = memory.cache<{ readonly balances: BalanceHistories | undefined }>({
    maxSize: maxCachedEvents,
    sizeOf: ({ balances }) => countEvents(balances) + 1,
  })
  const open = () =>
    coalesce<AccountKey, readonly Movement[]>({
      identify: accountId,
      fetch: (keys) => ledger.histories(keys, noLimit),
      maxKeys: 256,
    })
  const fetch: Record<Lane, ReturnType<typeof open>> = { quick: open(), bulk: open() }
  const read = async (key: AccountKey, own: readonly AccountState[], pace: Pace, lane: Lane) => {
    if (own.length === 0) return undefined
    const movements = own.every(({ isWhole }) => isWhole)
      ? own.flatMap((account) => account.newest())
      : ((await pace.reading(fetch[lane]([key]))).get(accountId(key)) ?? [])
    // Transfers from the address to itself do not change its balance.
    const others = movements.filter(({ counterparty }) => counterparty !== key.address)
    return await runPaced(balanceHistoriesInSteps(others), pace)
  }
  return async (key, most, pace, lane) => {
    const id = `${most} ${accountId(key)}`
    const known = cache.get(id)
    if (known !== undefined) return known.balances
    const since = memory.now()
    const own = await pace.reading(accounts(key, lane))
    const balances = countTransfers(own) > most ? undefined : await read(key, own, pace, lane)
    cache.set(id, { balances }, { since, from: [dependencyOn.account(accountId(key))] })
    return balances
  }
}

export function countEvents(balances: BalanceHistories | undefined): number {
  let events = 0
  for (const history of balances?.byCoin.values() ?? []) events += history.events.length
  return events
}

export function countTransfers(totals: readonly Total[]): number {
  return totals.reduce((sum, row) => sum + row.receivedTransfers + row.spentTransfers, 0)
}
