import type { Label, Transfer } from '@touchstone/kyt'
import { demoLabels } from './demo-labels.ts'
import { planEveryday } from './everyday.ts'
import { openExchanges } from './exchange.ts'
import { planHalcyon } from './halcyon.ts'
import { planInbox } from './inbox.ts'
import { createMarket, type DemoPrice } from './market.ts'
import { planNightjar } from './nightjar.ts'
import { type DemoAddress, notableAddresses } from './notable-addresses.ts'
import { openWorld } from './opening.ts'
import { planProtagonists } from './protagonists.ts'
import { openServices } from './services.ts'
import { createWorld } from './world.ts'

export type DemoWorld = {
  /** About 200,000, made while they are read, in the order of time; the same every time they are read. */
  readonly transfers: Iterable<Transfer>
  readonly labels: Label[]
  /** Name of the labels' source. */
  readonly source: string
  /** Of every day, for the coins that no issuer holds to a currency. */
  readonly prices: readonly DemoPrice[]
  readonly addresses: DemoAddress[]
}

/** One invented year of Ethereum, Bitcoin and Tron. Nothing in it hangs on the clock or the machine. */
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
