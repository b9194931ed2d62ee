import type { Network } from '../addresses/networks.ts'
import { type Coin, coins } from './coin-table.ts'

const byIdentifier = new Map(coins.map((coin) => [coin.identifier, coin]))
const byId = new Map(coins.map((coin) => [coin.id, coin]))
const byContract = new Map(coins.map((coin) => [`${coin.network} ${coin.contract ?? ''}`, coin]))

/** The numbers of the networks' native coins. */
export const nativeCoins: ReadonlySet<number> = new Set(
  coins.filter(({ contract }) => contract === undefined).map(({ id }) => id),
)

/** Finds a coin by its identifier, case-sensitively: `Cake-BEP20` is a coin, `CAKE-BEP20` is not. */
export function findCoin(identifier: string): Coin | undefined {
  return byIdentifier.get(identifier)
}

export function coinById(id: number): Coin | undefined {
  return byId.get(id)
}

/** Finds a coin by its contract, given in the network's canonical text form. */
export function coinOfContract(network: Network, contract: string): Coin | undefined {
  return contract === '' ? undefined : byContract.get(`${network} ${contract}`)
}

export function nativeCoinOf(network: Network): Coin {
  const coin = byContract.get(`${network} `)
  if (coin === undefined) throw new RangeError(`${network} has no native coin in the table`)
  return coin
}
