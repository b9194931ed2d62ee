import { type WorldNetwork, worldCoins } from './coins.ts'
import { demoAddress } from './demo-address.ts'

/** The balance of an account in one coin. */
export type Holding = {
  /** The spendable amount: the amount received before `block`, minus the amount already spent. */
  settled: bigint
  /** The amount received in `block` itself, which can be spent from the next block. */
  fresh: bigint
  block: number
}

export type Account = {
  readonly network: WorldNetwork
  readonly name: string
  readonly address: string
  readonly holdings: readonly Holding[]
}

export type AccountOf = (network: WorldNetwork, name: string) => Account

/** Returns accounts by name and creates them on first use. */
export function createAccounts(): AccountOf {
  const known = {
    ETH: new Map<string, Account>(),
    BTC: new Map<string, Account>(),
    TRX: new Map<string, Account>(),
  }
  return (network, name) => {
    const found = known[network].get(name)
    if (found !== undefined) return found
    const holdings = worldCoins.map(() => ({ settled: 0n, fresh: 0n, block: 0 }))
    const account = { network, name, address: demoAddress(network, name), holdings }
    known[network].set(name, account)
    return account
  }
}
