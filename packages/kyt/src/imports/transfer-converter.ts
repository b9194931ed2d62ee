import { type Network, networks } from '../addresses/networks.ts'
import { parseAddressHex } from '../addresses/parse-address.ts'
import { parseTxHashHex } from '../addresses/tx-hash.ts'
import { findCoin } from '../coins/find-coin.ts'
import type { LedgerTransfer, SourceTransaction } from '../ledger/ledger-store.ts'
import type { Transfer } from './transfer.ts'

/** The maximum number of cached addresses on networks whose addresses are slow to parse. */
const cachedAddresses = 200_000

/**
 * Returns an address's bytes in hex, an empty string if there is no address, or `undefined` if the address is
 * invalid.
 */
export type ReadAddress = (network: Network, text: string) => string | undefined

export function createAddressReader(): ReadAddress {
  let cached = new Map<string, string>()
  return (network, text) => {
    if (text === '') return ''
    if (networks[network].family === 'evm') return parseAddressHex(network, text)
    const key = `${network} ${text}`
    const known = cached.get(key)
    if (known !== undefined) return known
    const hex = parseAddressHex(network, text)
    if (hex === undefined) return undefined
    if (cached.size >= cachedAddresses) cached = new Map()
    cached.set(key, hex)
    return hex
  }
}

/**
 * Converts a source's transfers to the form that the ledger stores: addresses as bytes, and transfers grouped
 * by transaction.
 */
export function createTransferConverter(): (transfers: readonly Transfer[]) => SourceTransaction[] {
  const readAddress = createAddressReader()
  return (transfers) => {
    const converted: (SourceTransaction & { transfers: LedgerTransfer[] })[] = []
    let open: { network: Network; tx: string; transfers: LedgerTransfer[] } | undefined
    for (const { coin: identifier, tx, position, block, time, from, to, amount, fee } of transfers) {
      const coin = findCoin(identifier)
      const stored = coin && parseTxHashHex(coin.network, tx)
      if (coin === undefined || stored === undefined) {
        throw new RangeError('the source emitted an invalid transfer')
      }
      const { network } = coin
      if (open === undefined || open.network !== network || open.tx !== tx) {
        open = { network, tx, transfers: [] }
        converted.push({ network: networks[network].id, tx: stored, block, time, transfers: open.transfers })
      }
      open.transfers.push({
        coin: coin.id,
        position,
        from: required(readAddress(network, from)),
        to: required(readAddress(network, to)),
        amount,
        fee: fee === true,
      })
    }
    return converted
  }
}

function required(address: string | undefined): string {
  if (address === undefined) throw new RangeError('the source emitted an invalid address')
  return address
}
