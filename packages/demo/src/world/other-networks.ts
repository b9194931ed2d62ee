import { createHash } from 'node:crypto'
import {
  formatTxHash,
  type Label,
  type Network,
  type NetworkFamily,
  nativeCoinOf,
  networks,
  type Transfer,
} from '@touchstone/kyt'
import { day, worldEnd } from './calendar.ts'
import { demoAddress } from './demo-address.ts'
import { inboxIncident } from './parties.ts'

/** Name of the label source of these networks. */
export const otherNetworksSource = 'Touchstone demo world, other networks'

/** The networks that are not part of the demo world's year. */
const others = (Object.keys(networks) as Network[]).filter((name) => !['ETH', 'BTC', 'TRX'].includes(name))

/** What happened on each of these networks, in coins. An empty sender means minted coins. */
const payments: readonly (readonly [from: string, to: string, coins: bigint])[] = [
  ['', 'exchange/northwind/hot-1', 5000n],
  ['exchange/northwind/hot-1', 'person/ada', 120n],
  ['person/ada', 'shop/bakery', 7n],
  ['exchange/northwind/hot-1', 'person/victim', 300n],
  ['person/victim', 'inbox/collector', 300n],
  ['inbox/collector', 'inbox/drop/1', 180n],
]

const named: readonly (Omit<Label, 'network' | 'address'> & { readonly name: string })[] = [
  {
    name: 'exchange/northwind/hot-1',
    ...{ entity: 'Northwind Exchange', label: 'Northwind Exchange: hot wallet 1', category: 'exchange' },
    ...{ incident: '', confidence: 80 },
  },
  {
    name: 'inbox/collector',
    ...{ entity: '', label: 'Inbox phishing collector', category: 'phishing' },
    ...{ incident: inboxIncident, confidence: 90 },
  },
]

/**
 * Creates a few transfers and labels on every network that is not part of the demo world's year, so that
 * every coin can be tried.
 */
export function otherNetworks(): { readonly transfers: Transfer[]; readonly labels: Label[] } {
  return {
    transfers: others.flatMap((network) =>
      payments.map(([from, to, coins], index) => {
        const coin = nativeCoinOf(network)
        return {
          coin: coin.identifier,
          tx: hashOf(network, index),
          position: 0,
          block: 1_000_000 + index * 1000,
          time: worldEnd - (payments.length - index) * day,
          from: from === '' ? '' : demoAddress(network, from),
          to: demoAddress(network, to),
          amount: coins * 10n ** BigInt(coin.decimals),
        }
      }),
    ),
    labels: others.flatMap((network) =>
      named.map(({ name, ...label }) => ({ ...label, network, address: demoAddress(network, name) })),
    ),
  }
}

/**
 * The notation of a network family's transaction hashes (as the first byte of their stored form) and the
 * length of the hashes.
 */
const hashForms: Readonly<Record<NetworkFamily, readonly [notation: number, bytes: number]>> = {
  bitcoin: [1, 32],
  evm: [2, 32],
  tron: [1, 32],
  ton: [1, 32],
  solana: [3, 64],
  sui: [3, 32],
}

function hashOf(network: Network, index: number): string {
  const [notation, bytes] = hashForms[networks[network].family]
  const hash = createHash('sha512').update(`demo/${network}/${index}`).digest()
  return formatTxHash(Buffer.concat([Buffer.of(notation), hash.subarray(0, bytes)]))
}
