import { type Network, networks } from '../addresses/networks.ts'
import { parseAddressHex } from '../addresses/parse-address.ts'
import { parseTxHashHex } from '../addresses/tx-hash.ts'
import { findCoin } from '../coins/find-coin.ts'
import type { GivenTransaction, LedgerTransfer } from '../ledger/ledger-store.ts'
import type { Transfer } from './transfer.ts'

/** Of networks whose addresses take time to read: each is read once, as long as it is remembered. */
const rememberedAddresses = 200_000

/** Turns what sources hand over into what the ledger takes: texts into bytes, and transfers of a transaction together. */
export function createGivenTransactions(): (transfers: readonly Transfer[]) => GivenTransaction[] {
  let remembered = new Map<string, string>()
  const hexOf = (network: Network, text: string): string => {
    if (text === '') return ''
    if (networks[network].family === 'evm') return needed(parseAddressHex(network, text))
    const key = `${network} ${text}`
    const known = remembered.get(key)
    if (known !== undefined) return known
    const hex = needed(parseAddressHex(network, text))
    if (remembered.size >= rememberedAddresses) remembered = new Map()
    remembered.set(key, hex)
    return hex
  }
  return (transfers) => {
    const given: (GivenTransaction & { transfers: LedgerTransfer[] })[] = []
    let open: { network: Network; tx: string; transfers: LedgerTransfer[] } | undefined
    for (const { coin: identifier, tx, position, block, time, from, to, amount, fee } of transfers) {
      const coin = findCoin(identifier)
      const stored = coin && parseTxHashHex(coin.network, tx)
      if (coin === undefined || stored === undefined) {
        throw new RangeError('a source handed over a transfer that is none')
      }
      const { network } = coin
      if (open === undefined || open.network !== network || open.tx !== tx) {
        open = { network, tx, transfers: [] }
        given.push({ network: networks[network].id, tx: stored, block, time, transfers: open.transfers })
      }
      open.transfers.push({
        coin: coin.id,
        position,
        from: hexOf(network, from),
        to: hexOf(network, to),
        amount,
        fee: fee === true,
      })
    }
    return given
  }
}

function needed(address: string | undefined): string {
  if (address === undefined) throw new RangeError('a source handed over something that is no address')
  return address
}
