import { networks } from '../addresses/networks.ts'
import type { Fetched } from '../fetch/create-fetcher.ts'
import { fetchLimitsOf } from '../fetch/fetch-plan.ts'
import { type OpenBudget, openBudget } from '../fetch/open-budget.ts'
import { waitAtMost } from '../fetch/wait-at-most.ts'
import { defaultRiskPolicy } from '../policy/risk-policy.ts'
import { isBusy, isRead, ownFreshSeconds } from './history-needs.ts'
import type { KytReader } from './kyt-reader.ts'
import { isFollowed } from './network-coverage.ts'
import type { Account } from './resolve-account.ts'

/** Whether the history of an address can be fetched and was not read completely within the last hour. */
export async function isFetchDue(reader: KytReader, { key, coin }: Account, most: number): Promise<boolean> {
  const { histories, clock } = reader.context
  if (!(await histories?.networks())?.includes(coin.network)) return false
  const now = Math.floor(clock.now() / 1000)
  if (isFollowed(await reader.coverage(networks[coin.network].id), now)) return false
  const [history] = await reader.fetched([key])
  return !isBusy(history, most) && !isRead(history, now, ownFreshSeconds)
}

/** Fetches the history of one address. */
export async function fetchAccount(
  reader: KytReader,
  { key, coin, address }: Account,
  of: { readonly most: number; readonly budget: OpenBudget },
): Promise<Fetched> {
  const target = { network: coin.network, key, address: address.text }
  return (await reader.fetcher?.fetch(target, of)) ?? { unread: 'failed' }
}

/**
 * Fetches the history of an address before an operation that reports its transfers, within the operator's
 * limits. Returns whether the ledger contains the history, or a part of it.
 */
export async function ensureHistory(reader: KytReader, account: Account): Promise<void> {
  const { mode, waitMs, budget } = fetchLimitsOf(reader.context)
  const most = (reader.context.riskPolicy ?? defaultRiskPolicy).budget.transfers_of_one
  if (mode === 'never' || !(await isFetchDue(reader, account, most))) return
  const opened = openBudget(budget, reader.context.clock)
  const fetching = fetchAccount(reader, account, { most, budget: opened })
  await waitAtMost(fetching, mode === 'wait' ? waitMs : 0)
}
