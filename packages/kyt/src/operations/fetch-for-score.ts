import type { NotFetched } from '@touchstone/contract'
import { formatAddress } from '../addresses/parse-address.ts'
import type { Fetched } from '../fetch/create-fetcher.ts'
import { fetchLimitsOf } from '../fetch/fetch-plan.ts'
import { type OpenBudget, openBudget } from '../fetch/open-budget.ts'
import { waitAtMost } from '../fetch/wait-at-most.ts'
import { type AccountKey, accountId } from '../ledger/ledger-store.ts'
import { type FetchCaller, fetchAccount, fetchLater, isFetchDue, waitLeft } from '../lookup/ensure-history.ts'
import { knownAs } from '../lookup/known-as.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { fromHex } from '../lookup/resolve-account.ts'
import type { RiskPolicy } from '../policy/risk-policy.ts'
import type { RiskTarget } from '../risk/assess.ts'
import { isPooled } from '../risk/trace/side-book.ts'

/** Number of histories fetched between two calculations of a score. */
const atOnce = 4

/**
 * Calculates a score with the data in the ledger. Returns the addresses whose histories are needed but
 * missing, those with the largest share of the funds first.
 */
export type Calculate = () => Promise<{ readonly unread: readonly AccountKey[] }>

/** Reports progress: the number of histories read, and how much of the budget was used. */
export type OnFetched = (progress: { histories: number; requests: number; rows: number }) => void

/**
 * Before a score is calculated for an answer, fetches the histories that it needs, as far as the operator's
 * and the policy's limits allow. Returns why histories are still missing, if any are.
 */
export async function fetchForScore(
  reader: KytReader,
  target: RiskTarget,
  of: {
    readonly policy: RiskPolicy
    readonly caller: FetchCaller | undefined
    readonly calculate: Calculate
  },
): Promise<NotFetched | undefined> {
  if (reader.fetcher === undefined) return undefined
  const { mode, waitMs, budget } = fetchLimitsOf(reader.context, of.policy)
  if (mode === 'never') return 'off'
  const enqueue = async () => {
    if (target.account !== undefined) await fetchLater(reader, target.account, of.caller)
  }
  const wait = waitLeft(reader.context, waitMs, of.caller)
  if (mode === 'background' || wait === 0) {
    if (!(await isAnythingMissing(reader, target, of))) return undefined
    await enqueue()
    return mode === 'background' ? 'background' : 'time'
  }
  const stop = new AbortController()
  const opened = openBudget(budget, reader.context.clock, stop.signal)
  const found = await waitAtMost(fetchAll(reader, target, { ...of, budget: opened }), wait)
  if (found !== undefined) return found.because
  stop.abort()
  await enqueue()
  return 'time'
}

async function isAnythingMissing(
  reader: KytReader,
  { account }: RiskTarget,
  { policy, calculate }: { readonly policy: RiskPolicy; readonly calculate: Calculate },
): Promise<boolean> {
  if (account !== undefined && (await isFetchDue(reader, account, policy.budget.transfers_of_one)))
    return true
  return (await calculate()).unread.length > 0
}

/**
 * Fetches the queried address, then follows the money: calculates the score, fetches the missing histories
 * with the largest shares, and repeats this until none is missing or the budget is spent.
 */
export async function fetchAll(
  reader: KytReader,
  { account, coin }: RiskTarget,
  of: {
    readonly policy: RiskPolicy
    readonly calculate: Calculate
    readonly budget: OpenBudget
    readonly onFetched?: OnFetched
    /** The largest number of hops from the queried address. */
    readonly rounds?: number
    /** How long the queried address's history is used before it is read again. */
    readonly freshSeconds?: number
  },
): Promise<{ readonly because: NotFetched | undefined }> {
  const { policy, calculate, budget, onFetched = () => {} } = of
  const { fetcher } = reader
  if (fetcher === undefined) return { because: undefined }
  const most = policy.budget.transfers_of_one
  const tried = new Set<string>()
  let histories = 0
  let problem: NotFetched = 'failed'
  const fetchOne = async (key: AccountKey, fetching: Promise<Fetched>) => {
    tried.add(accountId(key))
    const found = await fetching
    if ('unread' in found) problem = found.unread
    else histories += 1
    // Not read, because the source would need more requests than the budget allows.
    if ('history' in found && found.history.state === 'busy') problem = 'budget'
    onFetched({ histories, ...budget.used() })
    return 'unread' in found ? found.unread : undefined
  }
  if (account !== undefined && !isPooled(knownAs(await reader.labels(account.key)))) {
    if (await isFetchDue(reader, account, most, of.freshSeconds)) {
      const because = await fetchOne(account.key, fetchAccount(reader, account, { most, budget }))
      // Without the address's own history, the histories of other addresses do not help.
      if (because !== undefined) return { because }
    }
  }
  for (let round = 0; ; round++) {
    const { unread } = await calculate()
    const next = unread.filter((key) => !tried.has(accountId(key))).slice(0, atOnce)
    if (next.length === 0) return { because: unread.length === 0 ? undefined : problem }
    if (budget.isSpent() || round >= (of.rounds ?? Number.POSITIVE_INFINITY)) return { because: 'budget' }
    const reasons = await Promise.all(
      next.map((key) => {
        const address = formatAddress(coin.network, fromHex(key.address))
        const target = { network: coin.network, key, address }
        return fetchOne(key, fetcher.fetch(target, { most, budget }))
      }),
    )
    if (reasons.every((because) => because !== undefined)) return { because: reasons[0] }
  }
}
