import { type Network, networks } from '../../addresses/networks.ts'
import { parseAddress } from '../../addresses/parse-address.ts'
import { showText } from '../../files/show-text.ts'
import { checkText } from '../check-text.ts'
import { evmNetworks } from '../evm-networks.ts'
import type { Label } from '../label.ts'
import type { ListedAddress } from './listed-address.ts'

/**
 * The possible networks for each of OFAC's currency codes. A token can exist on several networks, so the
 * format of the address determines the network. Ethereum Classic is not supported, but it uses Ethereum
 * addresses.
 */
const currencyNetworks: ReadonlyMap<string, readonly Network[]> = new Map<string, readonly Network[]>([
  ['XBT', ['BTC']],
  ['BTC', ['BTC']],
  ['LTC', ['LTC']],
  ['DOGE', ['DOGE']],
  ['BCH', ['BCH']],
  ['ETH', ['ETH']],
  ['ETC', ['ETH']],
  ['BSC', ['BSC']],
  ['ARB', ['ARBITRUM']],
  ['MATIC', ['POLYGON']],
  ['POL', ['POLYGON']],
  ['AVAX', ['AVALANCHE']],
  ['TRX', ['TRX']],
  ['SOL', ['SOL']],
  ['TON', ['TON']],
  ['SUI', ['SUI']],
  ['USDT', ['ETH', 'TRX', 'BTC', 'SOL', 'TON']],
  ['USDC', ['ETH', 'TRX', 'SOL', 'SUI']],
])

/**
 * Networks with an unambiguous address form. The list contains a Tron address under Bitcoin, and an error of
 * this kind must not cause the address to be missed.
 */
const unmistakable: readonly Network[] = ['TRX', 'ETH', 'BTC']

export type MappedAddress = { labels: Label[] } | { problem: string } | { skipped: string }

/**
 * An EVM address is labelled on every network in the family, because the sanction applies to the key holder,
 * who controls the address on all of them.
 */
export function mapListedAddress(listed: ListedAddress): MappedAddress {
  const { currency, address, party } = listed
  const candidates = currencyNetworks.get(currency.toUpperCase())
  if (candidates === undefined) return { skipped: `unsupported currency ${showText(currency)}` }
  const wrong = checkText(party)
  if (wrong !== undefined) return { problem: `the party's name ${wrong}` }
  for (const candidate of [...candidates, ...unmistakable]) {
    const parsed = parseAddress(candidate, address)
    if (parsed !== undefined) {
      const found = networks[candidate].family === 'evm' ? evmNetworks : [candidate]
      return { labels: found.flatMap((network) => sanctionedLabel(network, parsed.text, party) ?? []) }
    }
  }
  return { problem: `${showText(address)} is not a valid ${candidates.join(' or ')} address` }
}

/** Returns `undefined` if the text is not a valid address on the network. */
export function sanctionedLabel(network: Network, address: string, party: string): Label | undefined {
  // Each network has its own canonical text form, even for addresses that belong to the same key.
  const parsed = parseAddress(network, address)
  return (
    parsed && {
      network,
      address: parsed.text,
      entity: party,
      label: party === '' ? 'OFAC SDN' : `OFAC SDN: ${party}`.slice(0, 256),
      category: 'sanctioned',
      incident: '',
      confidence: 100,
    }
  )
}
