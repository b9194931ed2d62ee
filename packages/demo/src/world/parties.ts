import type { Label } from '@touchstone/kyt'
import type { WorldNetwork } from './coins.ts'

/** A labelled party. All parties are fictional. */
export type Party = {
  /** Name of the party's account on each of its networks. */
  readonly name: string
  readonly networks: readonly WorldNetwork[]
  readonly entity: string
  readonly label: string
  readonly category: Label['category']
  readonly incident?: string
  readonly confidence?: number
}

export const halcyonIncident = 'Halcyon Bridge exploit'
export const inboxIncident = 'Inbox phishing'
export const nightjarIncident = 'Nightjar ransomware'

export const exchanges = {
  northwind: { entity: 'Northwind Exchange', hotWallets: 2, networks: ['ETH', 'BTC', 'TRX'] },
  meridian: { entity: 'Meridian Markets', hotWallets: 1, networks: ['ETH', 'BTC', 'TRX'] },
  kestrel: { entity: 'Kestrel Trade', hotWallets: 1, networks: ['ETH', 'TRX'] },
  /** This exchange does not verify identities. */
  quickwater: { entity: 'Quickwater Exchange', hotWallets: 1, networks: ['ETH', 'BTC', 'TRX'] },
} as const satisfies Record<string, { entity: string; hotWallets: number; networks: readonly WorldNetwork[] }>

export type ExchangeName = keyof typeof exchanges

const exchangeParties: Party[] = Object.entries(exchanges).flatMap(
  ([name, { entity, hotWallets, networks }]) => {
    const category = name === 'quickwater' ? 'risk_exchange' : 'exchange'
    const hot = Array.from({ length: hotWallets }, (_, index) => ({
      name: `exchange/${name}/hot-${index + 1}`,
      label: `${entity}: hot wallet ${index + 1}`,
    }))
    const cold = { name: `exchange/${name}/cold`, label: `${entity}: cold wallet` }
    return [...hot, cold].map((wallet) => ({ ...wallet, networks, entity, category }))
  },
)

const services: Party[] = [
  ...['eth-usdt', 'eth-usdc', 'usdc-dai', 'weth-usdt'].map((pair): Party => {
    const label = `Lattice Swap: ${pair.toUpperCase()} pool`
    return { name: `dex/lattice/${pair}`, networks: ['ETH'], entity: 'Lattice Swap', label, category: 'dex' }
  }),
  party('dex/sunfield/trx-usdt', ['TRX'], 'Sunfield Swap', 'Sunfield Swap: TRX-USDT pool', 'dex'),
  party('bridge/halcyon', ['ETH', 'TRX'], 'Halcyon Bridge', 'Halcyon Bridge: vault', 'bridge'),
  party('bridge/causeway', ['ETH', 'TRX'], 'Causeway Bridge', 'Causeway Bridge: vault', 'bridge'),
  ...['0.1', '1', '10', '100'].map((size): Party => {
    const label = `Murmur: ${size} ETH pool`
    return { name: `mixer/murmur/${size}`, networks: ['ETH'], entity: 'Murmur', label, category: 'mixer' }
  }),
  party('mixer/cinderbox', ['BTC'], 'Cinderbox', 'Cinderbox: mixing wallet', 'mixer'),
  party('gambling/copper-lantern', ['ETH', 'TRX'], 'Copper Lantern', 'Copper Lantern: casino', 'gambling'),
  party('nft/gallery-nine', ['ETH'], 'Gallery Nine', 'Gallery Nine: marketplace', 'nft'),
  party('lending/granary', ['ETH'], 'Granary Lending', 'Granary Lending: pool', 'defi'),
  party('wrapper', ['ETH'], 'Ether wrapper', 'Ether wrapper', 'contract'),
  party('issuer/usdt', ['ETH', 'TRX'], 'Dollar token issuer', 'Dollar token issuer: treasury', 'contract'),
  party('yield/tumbleweed', ['ETH'], 'Tumbleweed Yield', 'Tumbleweed Yield: savings club', 'medium_risk'),
  party('otc/fenwick', ['TRX'], 'Fenwick OTC Desk', 'Fenwick OTC Desk: unlicensed broker', 'high_risk'),
]

/** Services whose addresses also have the category `contract`. */
const contracts: Party[] = services
  .filter(({ name }) => /^(dex|mixer\/murmur|lending|nft)/.test(name))
  .map((service) => ({ ...service, category: 'contract' }))

const culprits: Party[] = [
  {
    ...party('halcyon/thief', ['ETH'], '', 'Halcyon Bridge exploiter', 'theft'),
    incident: halcyonIncident,
    confidence: 95,
  },
  {
    ...party('inbox/collector', ['ETH', 'TRX'], '', 'Inbox phishing collector', 'phishing'),
    incident: inboxIncident,
    confidence: 90,
  },
  {
    ...party('inbox/drop/1', ['ETH'], '', 'Inbox phishing, suspected drop', 'suspected_malicious'),
    incident: inboxIncident,
    confidence: 60,
  },
  {
    ...party('nightjar/collector', ['BTC'], '', 'Nightjar ransom wallet', 'ransom'),
    incident: nightjarIncident,
    confidence: 95,
  },
  {
    ...party('nightjar/intake/0', ['BTC'], '', 'Nightjar ransom note, payment address', 'ransom'),
    incident: nightjarIncident,
    confidence: 90,
  },
  {
    ...party('nightjar/desk', ['BTC'], '', 'Nightjar cash-out desk', 'laundering'),
    incident: nightjarIncident,
    confidence: 70,
  },
]

/** Names that cannot belong to anyone: a name with a reserved domain, and handles that are too long. */
const relations: Party[] = [
  party('person/ada', ['ETH'], 'Ada Okafor', 'ada.touchstone.example', 'ens'),
  party('person/ada', ['ETH'], 'Ada Okafor', '@ada_of_the_demo_world', 'twitter'),
  party('person/ada', ['ETH'], 'Pebble Wallet', 'Pebble Wallet', 'wallet'),
  party('person/bruno', ['TRX'], 'Pebble Wallet', 'Pebble Wallet', 'wallet'),
  party('person/0', ['ETH'], 'Tomas Berg', 'tomas.touchstone.example', 'ens'),
  party('person/3', ['ETH'], 'Inès Moreau', '@ines_of_the_demo_world', 'twitter'),
]

export const parties: readonly Party[] = [
  ...exchangeParties,
  ...services,
  ...contracts,
  ...culprits,
  ...relations,
]

function party(
  name: string,
  networks: readonly WorldNetwork[],
  entity: string,
  label: string,
  category: Label['category'],
): Party {
  return { name, networks, entity, label, category }
}
