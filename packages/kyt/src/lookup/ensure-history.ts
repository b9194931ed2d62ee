import { networks } from '../addresses/networks.ts'
import { journalOf } from '../context.ts'
import type { Fetched } from '../fetch/create-fetcher.ts'
import { fetchLimitsOf } from '../fetch/fetch-plan.ts'
import { enqueueFetch } from '../fetch/fetch-queue-store.ts'
import { type OpenBudget, openBudget } from '../fetch/open-budget.ts'
import { waitAtMost } from '../fetch/wait-at-most.ts'
import { defaultFetchLimits, type FetchBudget } from '../limits/fetch-limits.ts'
import { defaultRiskPolicy } from '../policy/risk-policy.ts'
import { type FetchContext, fetchedNetworks } from '../sources/histories/history-sources.ts'
import { isBusy, isRead, ownFreshSeconds } from './history-needs.ts'
import type { KytReader } from './kyt-reader.ts'
import { isFollowed } from './network-coverage.ts'
import type { Account } from './resolve-account.ts'

/**
 * Whether the history of an address can be fetched and was not read completely within the given time, by default
 * an hour.
 */
export async function isFetchDue(
  reader: KytReader,
  { key, coin }: Account,
  most: number,
  freshSeconds = ownFreshSeconds,
): Promise<boolean> {
  const { histories, clock } = reader.context
  if (!(await histories?.networks())?.includes(coin.network)) return false
  const now = Math.floor(clock.now() / 1000)
  if (isFollowed(await reader.coverage(networks[coin.network].id), now)) return false
  const [history] = await reader.fetched([key])
  return !isBusy(history, most) && !isRead(history, now, freshSeconds)
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

/** The merchant on whose behalf histories are fetched, and the limits of its request. */
export type FetchCaller = {
  /** A merchant, or a task of the service. */
  readonly owner: string
  /** When the request stops waiting for histories, in Unix milliseconds. By default, each query has its own limit. */
  readonly fetchUntil?: number
}

/** Returns the time until which a request made now waits for histories. */
export function fetchUntilOf({ fetchLimits, clock }: FetchContext): number {
  return clock.now() + (fetchLimits ?? defaultFetchLimits).waitMs
}

/** Returns how long a query may still wait for histories, in milliseconds. */
export function waitLeft({ clock }: FetchContext, waitMs: number, caller: FetchCaller | undefined): number {
  return Math.max(0, Math.min(waitMs, (caller?.fetchUntil ?? Number.POSITIVE_INFINITY) - clock.now()))
}

/** Queues a query whose histories are fetched in the background under its owner's policy. */
export async function fetchLater(
  { context }: KytReader,
  { coin, address }: Account,
  caller: FetchCaller | undefined,
): Promise<void> {
  if (caller === undefined) return
  const query = { merchant: caller.owner, coin: coin.identifier, address: address.text }
  await enqueueFetch(journalOf(context), { ...query, now: new Date(context.clock.now()) })
}

/**
 * Fetches the history of an address before an operation that reports its transfers, within the limits of the
 * operator and of the merchant's policy. Returns `missing` if the ledger contains nothing of a history that can
 * be fetched, and `off` if the merchant's policy does not allow fetching it.
 */
export async function ensureHistory(
  reader: KytReader,
  account: Account,
  caller: FetchCaller | undefined,
): Promise<'read' | 'missing' | 'off'> {
  const { context } = reader
  const { key, coin } = account
  if (reader.fetcher === undefined) return 'read'
  if (!(await fetchedNetworks(context)).includes(coin.network)) return 'read'
  const now = Math.floor(context.clock.now() / 1000)
  if (isFollowed(await reader.coverage(key.network), now)) return 'read'
  const policy = await policyOf(reader, caller)
  const { mode, waitMs, budget } = fetchLimitsOf(context, policy)
  if (mode === 'never') return 'off'
  const most = policy.budget.transfers_of_one
  if (await isFetchDue(reader, account, most)) {
    const wait = mode === 'wait' ? waitLeft(context, waitMs, caller) : 0
    const fetched = wait > 0 ? await fetchWithin(reader, account, { most, budget, wait }) : undefined
    if (fetched === undefined) await fetchLater(reader, account, caller)
    else if ('history' in fetched) return 'read'
  }
  const [history] = await reader.fetched([key])
  if (history?.state === 'whole' || history?.state === 'busy') return 'read'
  return (await reader.totals(key)).length > 0 ? 'read' : 'missing'
}

const policyOf = async ({ context, policyOf }: KytReader, caller: FetchCaller | undefined) =>
  caller === undefined ? (context.riskPolicy ?? defaultRiskPolicy) : await policyOf(caller.owner)

/** Fetches a history and stops when the time is over. */
async function fetchWithin(
  reader: KytReader,
  account: Account,
  { most, budget, wait }: { readonly most: number; readonly budget: FetchBudget; readonly wait: number },
): Promise<Fetched | undefined> {
  const stop = new AbortController()
  const opened = openBudget(budget, reader.context.clock, stop.signal)
  const fetched = await waitAtMost(fetchAccount(reader, account, { most, budget: opened }), wait)
  if (fetched === undefined) stop.abort()
  return fetched
}
