import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, systemRandom } from '@touchstone/common'
import {
  createSourceHttp,
  findCoin,
  type HistorySource,
  openHistorySource,
  type Transfer,
} from '@touchstone/kyt'
import { accountApi } from '../../../test/support/explorers/account-api.ts'
import { evmTransactionsOf } from '../../../test/support/explorers/evm-history.ts'
import { startExplorer } from '../../../test/support/explorers/start-explorer.ts'

export type ServedWorld = { readonly source: HistorySource; stop(): Promise<void> }

/** Serves transfers over HTTP as Etherscan does, without the positions of token transfers. */
export async function serveWorld(transfers: readonly Transfer[], clock: Clock): Promise<ServedWorld> {
  const last = transfers.reduce((one, other) => (other.block > one.block ? other : one))
  const transactions = evmTransactionsOf(transfers, (coin) => findCoin(coin)?.contract)
  const head = { number: last.block + 1000, time: Math.floor(clock.now() / 1000) }
  const api = accountApi({ chain: { head, transactions: [] }, kind: 'etherscan' })
  // The server lists all transactions of its chain, so each request gets only those of the address.
  const byAddress = new Map<string, typeof transactions>()
  for (const transaction of transactions) {
    const parties = transaction.tokens.flatMap(({ from, to }) => [from, to])
    for (const address of new Set(parties)) {
      byAddress.set(address, [...(byAddress.get(address) ?? []), transaction])
    }
  }
  const explorer = await startExplorer({
    ...api,
    answer(request) {
      const own = byAddress.get(request.query.get('address') ?? '') ?? []
      return accountApi({ chain: { head, transactions: own }, kind: 'etherscan' }).answer(request)
    },
  })
  const wait = async (milliseconds: number) => await pause(milliseconds)
  const http = createSourceHttp({ clock, random: systemRandom, wait })
  return {
    source: openHistorySource({ kind: 'etherscan', network: 'ETH', url: explorer.url, http }),
    stop: () => explorer.stop(),
  }
}
