import type { Label, Transfer } from '@touchstone/kyt'
import type { WorldNetwork } from './coins.ts'
import { demoAddress } from './demo-address.ts'
import { planEveryday } from './everyday.ts'
import { openExchanges } from './exchange.ts'
import { planHalcyon } from './halcyon.ts'
import { planInbox } from './inbox.ts'
import { createMarket, type DemoPrice } from './market.ts'
import { planNightjar } from './nightjar.ts'
import { openWorld } from './opening.ts'
import { exchanges, type Party, parties } from './parties.ts'
import { createPeople } from './people.ts'
import { planProtagonists } from './protagonists.ts'
import { openServices } from './services.ts'
import { createWorld } from './world.ts'

export type DemoWorld = {
  /**
   * About 200,000 transfers in chronological order, generated as they are read. Every read returns the same
   * transfers.
   */
  readonly transfers: Iterable<Transfer>
  readonly labels: Label[]
  /** Name of the label source. */
  readonly source: string
  /** Daily prices of the coins that are not stablecoins. */
  readonly prices: readonly DemoPrice[]
  readonly addresses: DemoAddress[]
}

/**
 * Creates a fictional year of Ethereum, Bitcoin and Tron activity, which is identical on every machine and in
 * every run.
 */
export function demoWorld(): DemoWorld {
  return {
    transfers: { [Symbol.iterator]: live },
    labels: demoLabels(),
    source: 'Touchstone demo world',
    prices: createMarket().prices,
    addresses: notableAddresses(),
  }
}

function* live(): Generator<Transfer> {
  const world = createWorld()
  const exchanges = openExchanges(world)
  const services = openServices(world)
  openWorld(world, exchanges)
  planEveryday(world, exchanges, services)
  planProtagonists(world, exchanges, services)
  planHalcyon(world, exchanges, services)
  planInbox(world, exchanges, services)
  planNightjar(world, exchanges)
  for (let entry = world.agenda.next(); entry !== undefined; entry = world.agenda.next()) {
    entry.deed(entry.time)
    for (const transfer of world.books.take()) yield transfer
  }
}

function demoLabels(): Label[] {
  const known = [...parties, ...knownDeposits()]
  return known.flatMap(({ name, networks, entity, label, category, incident = '', confidence = 80 }) =>
    networks.map((network) => {
      return { network, address: demoAddress(network, name), entity, label, category, incident, confidence }
    }),
  )
}

/**
 * Returns labels for the deposit addresses of a few busy customers. As in real label lists, most deposit
 * addresses are unlabelled.
 */
function knownDeposits(): Party[] {
  return createPeople()
    .ETH.slice(0, 15)
    .map(({ name, home }) => {
      const { entity } = exchanges[home]
      const label = `${entity}: customer deposit`
      return {
        name: `exchange/${home}/deposit/${name}`,
        networks: ['ETH'],
        entity,
        label,
        category: 'exchange',
      }
    })
}

type DemoAddress = { coin: string; address: string; what: string }

function notableAddresses(): DemoAddress[] {
  const ours: readonly [coin: string, network: WorldNetwork, name: string, what: string][] = [
    ['USDT-ERC20', 'ETH', 'exchange/northwind/hot-1', 'Hot wallet of a large exchange'],
    ['ETH', 'ETH', 'mixer/murmur/100', 'Mixer pool for notes of 100 ETH'],
    ['ETH', 'ETH', 'halcyon/thief', 'Thief behind the Halcyon Bridge exploit'],
    ['ETH', 'ETH', 'halcyon/hop-1/0', 'Stolen money, one hop from the thief'],
    ['ETH', 'ETH', 'halcyon/hop-2/0', 'Stolen money, two hops from the thief'],
    ['ETH', 'ETH', 'halcyon/hop-3/0', 'Stolen money, three hops from the thief'],
    ['USDC-ERC20', 'ETH', 'person/ada', 'Salaried user on Ethereum'],
    ['USDT-TRC20', 'TRX', 'person/bruno', 'Salaried user on Tron'],
    ['USDT-TRC20', 'TRX', 'gambling/copper-lantern', 'Gambling house'],
    ['BTC', 'BTC', 'nightjar/collector', 'Collection address for the Nightjar ransoms'],
    ['ETH', 'ETH', 'never-seen', 'Valid address that was never seen'],
  ]
  return [
    ...ours.map(([coin, network, name, what]) => ({ coin, address: demoAddress(network, name), what })),
    {
      coin: 'ETH',
      // The only real address in the demo world. It was added to the OFAC list in 2022.
      address: '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
      what: 'Real address on the OFAC sanctions list',
    },
  ]
}
