import { type Network, networks } from '../../addresses/networks.ts'
import { parseAddress } from '../../addresses/parse-address.ts'
import { showText } from '../../files/show-text.ts'
import { checkText } from '../check-text.ts'
import { evmNetworks } from '../evm-networks.ts'
import type { Label } from '../label.ts'
import type { ListedAddress } from './listed-address.ts'

/**
 * Where an address of a currency may live, by OFAC's codes. A token lives on several networks: its address's form
 * tells which. Ethereum Classic is no network of ours, but its addresses are those of Ethereum.
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
 * Networks whose addresses can't be mistaken. The list has an address of Tron under Bitcoin: a slip of the pen must not
 * let it through.
 */
const unmistakable: readonly Network[] = ['TRX', 'ETH', 'BTC']

export type MappedAddress = { labels: Label[] } | { problem: string } | { skipped: string }

/**
 * An address in the form of the EVM is labelled on every network of that family: it is one key, whoever holds it
 * holds it everywhere, and the sanction is on the holder.
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
  return { problem: `${showText(address)} is not an address of ${candidates.join(' or ')}` }
}

/** `undefined` where the network does not know the address. */
export function sanctionedLabel(network: Network, address: string, party: string): Label | undefined {
  // Each network has its own canonical form, even where the key is the same.
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
