import { type KytStatus, supportedApis } from '@touchstone/contract'
import { networks } from '../addresses/networks.ts'
import { coins } from '../coins/coin-table.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'

/**
 * Returns the supported operations, and the coins of the networks for which the ledger contains data or has a
 * source.
 */
export async function getKytStatus(reader: KytReader): Promise<KytStatus> {
  const covered = reader.context.ledger.place === 'absent' ? new Set() : await reader.covered()
  return {
    support_api: [...supportedApis],
    support_coin: coins
      .filter(({ network }) => covered.has(networks[network].id))
      .map(({ identifier }) => identifier),
  }
}
