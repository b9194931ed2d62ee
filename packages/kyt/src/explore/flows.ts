import type { ExplorerFlow } from '@touchstone/contract'
import { coinById, nativeCoinOf } from '../coins/find-coin.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { exactDecimal } from '../lookup/numbers.ts'
import { decimalText } from '../risk/score/explain-risk.ts'
import { openValuations, type Valuation } from '../risk/valuation.ts'
import { networkById } from './place.ts'

/** Values amounts in USD. Returns `undefined` for a coin without a price. */
export type Usd = (coin: number, amount: bigint, time: number) => bigint | undefined

/** Opens a valuation in USD at daily prices for the given coins of a network. */
export async function openUsd(reader: KytReader, network: number, coins: Iterable<number>): Promise<Usd> {
  const native = nativeCoinOf(networkById(network))
  const [valuation] = (await openValuations(native, (ids) => reader.prices(ids))) as [Valuation]
  await valuation.prepare(coins)
  const unpriced = new Set(valuation.unpriced())
  return (coin, amount, time) => (unpriced.has(coin) ? undefined : valuation.worth(coin, amount, time))
}

/** Transfers in one coin, summed. */
export type Flow = {
  readonly coin: number
  amount: bigint
  /** `undefined` if the coin has no price. */
  usd: bigint | undefined
  count: number
  /** `undefined` if the times of the transfers were not read. */
  first: number | undefined
  last: number | undefined
}

export const addFlow = (flow: Flow, more: Omit<Flow, 'coin'>): void => {
  flow.amount += more.amount
  flow.usd = flow.usd === undefined || more.usd === undefined ? undefined : flow.usd + more.usd
  flow.count += more.count
  flow.first = least(flow.first, more.first, Math.min)
  flow.last = least(flow.last, more.last, Math.max)
}

const least = (a: number | undefined, b: number | undefined, pick: (a: number, b: number) => number) =>
  a === undefined || b === undefined ? undefined : pick(a, b)

/** Sums flows of the same coin. */
export function sumFlows(flows: Iterable<Flow>): Flow[] {
  const sums = new Map<number, Flow>()
  for (const flow of flows) {
    const sum = sums.get(flow.coin)
    if (sum === undefined) sums.set(flow.coin, { ...flow })
    else addFlow(sum, flow)
  }
  return [...sums.values()].sort(largestFirst)
}

/** The value of flows in USD. `undefined` if none of their coins has a price. */
export function usdOfFlows(flows: readonly Flow[]): bigint | undefined {
  const priced = flows.flatMap(({ usd }) => (usd === undefined ? [] : usd))
  return priced.length === 0 ? undefined : priced.reduce((sum, usd) => sum + usd, 0n)
}

export function largestFirst(
  a: { usd: bigint | undefined; count: number },
  b: { usd: bigint | undefined; count: number },
): number {
  if (a.usd !== b.usd) {
    if (a.usd === undefined) return 1
    if (b.usd === undefined) return -1
    return a.usd > b.usd ? -1 : 1
  }
  return b.count - a.count
}

export function showFlow({ coin: id, amount, usd, count, first, last }: Flow): ExplorerFlow {
  const coin = coinById(id)
  return {
    coin: coin?.identifier ?? String(id),
    amount: exactDecimal(amount, coin?.decimals ?? 0),
    usd: showUsd(usd),
    count,
    first: first ?? null,
    last: last ?? null,
  }
}

export const showUsd = (usd: bigint | undefined): string | null =>
  usd === undefined ? null : decimalText(usd)
