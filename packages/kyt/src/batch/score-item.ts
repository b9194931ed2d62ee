import { type BatchItem, type BatchResult, errorCatalogue, ServiceError } from '@touchstone/contract'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { getRiskScore } from '../operations/get-risk-score.ts'

/**
 * Number of addresses of one batch that are scored at the same time. The merchant's single requests have
 * priority.
 */
const atOnce = 4

/** Scores one address in the same way as a single request from the merchant. */
export async function scoreItem(
  reader: KytReader,
  merchant: string,
  item: BatchItem,
  fetchUntil?: number,
): Promise<BatchResult> {
  if (item.coin === '' || item.address === '') {
    throw new ServiceError('parameter', { detail: 'coin and address are required' })
  }
  const policy = await reader.policyOf(merchant)
  const caller = { owner: merchant, isTimed: true, ...(fetchUntil !== undefined && { fetchUntil }) }
  const risk = await getRiskScore(reader, item, policy, caller)
  return { coin: item.coin, address: item.address, risk, error: null }
}

/** Returns the result for an address that cannot be scored. */
export function failedItem({ coin, address }: BatchItem, error: unknown): BatchResult {
  const known = error instanceof ServiceError ? error : new ServiceError('system')
  return {
    coin,
    address,
    risk: null,
    error: { code: errorCatalogue[known.kind].common, message: known.message },
  }
}

/** Calls a function for each item, a few items at a time. Returns the outcomes in the order of the items. */
export async function forEachItem<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const outcomes = new Array<PromiseSettledResult<Result>>(items.length)
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) {
      outcomes[index] = (await Promise.allSettled([work(item)]))[0]
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return outcomes
}
