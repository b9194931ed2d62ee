import type { WorldNetwork } from './coins.ts'
import { createDice } from './dice.ts'
import type { ExchangeName } from './parties.ts'

export type Taste = 'defi' | 'art' | 'gambling' | 'bridging' | 'privacy' | 'nameless' | 'savings'

export type Person = {
  /** Name of the person's account on every network that the person uses. */
  readonly name: string
  readonly home: ExchangeName
  readonly tastes: ReadonlySet<Taste>
}

/**
 * The range of people who use each network. People who are in several of these ranges use several networks.
 * The first people in a range are the busiest.
 */
const ranges: Readonly<Record<WorldNetwork, readonly [first: number, end: number]>> = {
  ETH: [0, 2400],
  TRX: [1300, 2900],
  BTC: [2200, 4200],
}

const shares: Readonly<Record<Taste, number>> = {
  defi: 0.3,
  art: 0.12,
  gambling: 0.07,
  bridging: 0.25,
  privacy: 0.015,
  nameless: 0.05,
  savings: 0.04,
}

/**
 * Creates the ordinary people. People with a special role, such as the thief or the salaried user, are
 * separate.
 */
export function createPeople(): Readonly<Record<WorldNetwork, readonly Person[]>> {
  const dice = createDice('demo/people')
  const everybody = Array.from({ length: ranges.BTC[1] }, (_, index): Person => {
    const drawn = dice.unit()
    // The smallest exchange does not offer Bitcoin.
    const smallest = index < ranges.BTC[0] ? 'kestrel' : 'meridian'
    return {
      name: `person/${index}`,
      home: drawn < 0.5 ? 'northwind' : drawn < 0.8 ? 'meridian' : smallest,
      tastes: new Set((Object.keys(shares) as Taste[]).filter((taste) => dice.chance(shares[taste]))),
    }
  })
  return {
    ETH: everybody.slice(...ranges.ETH),
    TRX: everybody.slice(...ranges.TRX),
    BTC: everybody.slice(...ranges.BTC),
  }
}
