import type { Account } from './account.ts'
import type { WorldNetwork } from './coins.ts'
import type { World } from './world.ts'

/** Returns the shops of a network, busiest first. */
export function shopsOf({ account }: World, network: WorldNetwork): Account[] {
  return Array.from({ length: 70 }, (_, number) => account(network, `shop/${number}`))
}
