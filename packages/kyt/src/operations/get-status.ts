import { type KytStatus, supportedApis } from '@touchstone/contract'
import { coins } from '../coins/coin-table.ts'

const status: KytStatus = {
  support_api: [...supportedApis],
  support_coin: coins.map((coin) => coin.identifier),
}

export function getKytStatus(): KytStatus {
  return status
}
