import { maxListedTransfers, type RiskAnswer } from '@touchstone/contract'
import { networks } from '../addresses/networks.ts'
import { formatAddress } from '../addresses/parse-address.ts'
import { formatTxHashHex } from '../addresses/tx-hash.ts'
import { coinById } from '../coins/find-coin.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { exactDecimal } from '../lookup/numbers.ts'
import { fromHex } from '../lookup/resolve-account.ts'
import type { RiskTarget } from '../risk/assess.ts'

/** Returns the transaction of a query with its transfers. With an address, only the transfers of the address. */
export async function transactionOf(
  reader: KytReader,
  { coin, account, tx }: RiskTarget,
): Promise<RiskAnswer['transaction']> {
  if (tx === undefined) return null
  const [found] = await reader.ledger.transactions(networks[coin.network].id, [tx])
  if (found === undefined) return null
  const mine = account?.key.address
  const transfers = found.transfers.filter(
    ({ from, to }) => mine === undefined || from === mine || to === mine,
  )
  const addressText = (hex: string) => (hex === '' ? '' : formatAddress(coin.network, fromHex(hex)))
  return {
    ...{ txid: formatTxHashHex(found.tx), block: found.block, time: found.time },
    transfers: transfers.slice(0, maxListedTransfers).map(({ coin: id, from, to, amount, fee }) => {
      const coin = coinById(id)
      return {
        ...{ coin: coin?.identifier ?? String(id), from: addressText(from), to: addressText(to) },
        ...{ amount: exactDecimal(amount, coin?.decimals ?? 0), fee },
      }
    }),
    more: Math.max(0, transfers.length - maxListedTransfers),
  }
}
