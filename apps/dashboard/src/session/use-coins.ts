import type { RiskCoins } from '@touchstone/contract'
import { useLoad } from './use-load.ts'

/**
 * Loads the supported coins. `coin` is the selected one: the member's choice, or else ETH, or the first coin if
 * ETH is not supported. `choices` always contains it.
 */
export function useCoins(chosen: string | undefined) {
  const loaded = useLoad<RiskCoins>('/risk/coins')
  const supported = loaded.data?.coins ?? []
  const coin = chosen ?? (supported.includes('ETH') ? 'ETH' : (supported[0] ?? 'ETH'))
  const names = supported.includes(coin) ? supported : [coin, ...supported]
  return {
    loaded,
    coin,
    choices: names.map((value) => ({ value, name: value })),
    /** Whether no coin is supported, because the ledger has no data. */
    isEmpty: loaded.data?.coins.length === 0,
  }
}
