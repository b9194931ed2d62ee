import type { Account } from './account.ts'
import type { Move } from './books.ts'
import { day, hour, minute, worldDays, worldStart } from './calendar.ts'
import { eth, nativeCoins, paymentCoins, trx, type WorldCoin, type WorldNetwork } from './coins.ts'
import { type ExchangeName, exchanges } from './parties.ts'
import type { World } from './world.ts'

export type Exchanges = {
  /** Pays into the customer's deposit address. The exchange later sweeps the funds into its hot wallet. */
  deposit(order: Order): boolean
  withdraw(order: Order): boolean
}

type Order = {
  readonly exchange: ExchangeName
  readonly customer: Account
  readonly coin: WorldCoin
  readonly amount: bigint | 'rest'
  readonly now: number
}

/** Target balance of a hot wallet for each coin, in dollars. */
const hotFloat: Readonly<Record<ExchangeName, number>> = {
  northwind: 6_000_000,
  meridian: 3_000_000,
  kestrel: 1_500_000,
  quickwater: 1_200_000,
}

type Payout = { readonly to: Account; readonly amount: bigint }

export function openExchanges(world: World): Exchanges {
  const { account, agenda, books, dice, market } = world
  const waiting = new Map<ExchangeName, { sweeps: Set<Account>; payouts: Payout[] }>()

  const hotWallets = new Map<string, Account[]>()
  const depositAddresses = new Map<Account, Map<ExchangeName, Account>>()

  function hotOf(exchange: ExchangeName, network: WorldNetwork): Account {
    const key = network + exchange
    const wallets =
      hotWallets.get(key) ??
      Array.from({ length: exchanges[exchange].hotWallets }, (_, index) =>
        account(network, `exchange/${exchange}/hot-${index + 1}`),
      )
    hotWallets.set(key, wallets)
    return dice.pick(wallets)
  }

  function depositAddressOf(exchange: ExchangeName, customer: Account): Account {
    const own = depositAddresses.get(customer) ?? new Map<ExchangeName, Account>()
    const address =
      own.get(exchange) ?? account(customer.network, `exchange/${exchange}/deposit/${customer.name}`)
    depositAddresses.set(customer, own.set(exchange, address))
    return address
  }

  function deposit({ exchange, customer, coin, amount, now }: Order): boolean {
    const { network } = coin
    const address = depositAddressOf(exchange, customer)
    if (!books.transact(now, [{ coin, from: customer, to: address, amount }], customer)) return false
    if (network === 'BTC') waitingAt(exchange).sweeps.add(address)
    else
      agenda.at(now + dice.between(8 * minute, 80 * minute), (later) => sweep(exchange, address, coin, later))
    return true
  }

  function sweep(exchange: ExchangeName, address: Account, coin: WorldCoin, now: number): void {
    const hot = hotOf(exchange, coin.network)
    const move: Move = { coin, from: address, to: hot, amount: 'rest' }
    // A deposit address that contains only dust is not swept until more funds arrive.
    if (market.worth(coin, books.spendable(address, coin, now), now) < 15) return
    const gas = nativeCoins[coin.network]
    const enough = gas === eth ? (eth.whole * 12n) / 10_000n : trx.whole * 14n
    if (coin.isNative || books.spendable(address, gas, now) >= enough) {
      books.transact(now, [move], address)
      return
    }
    if (!books.transact(now, [{ coin: gas, from: hot, to: address, amount: enough * 2n }], hot)) return
    agenda.at(now + dice.between(2 * minute, 9 * minute), (later) => books.transact(later, [move], address))
  }

  function withdraw({ exchange, customer, coin, amount, now }: Order): boolean {
    if (amount === 'rest') return false
    if (coin.network === 'BTC') {
      waitingAt(exchange).payouts.push({ to: customer, amount })
      return true
    }
    const hot = hotOf(exchange, coin.network)
    return books.transact(now, [{ coin, from: hot, to: customer, amount }], hot)
  }

  function waitingAt(exchange: ExchangeName) {
    const found = waiting.get(exchange) ?? { sweeps: new Set(), payouts: [] }
    waiting.set(exchange, found)
    return found
  }

  /**
   * On Bitcoin, an exchange pays several customers in one transaction and sweeps several addresses in
   * another.
   */
  function batch(exchange: ExchangeName, now: number): void {
    const queue = waitingAt(exchange)
    const coin = nativeCoins.BTC
    const hot = hotOf(exchange, 'BTC')
    const payouts = queue.payouts.splice(0, 30)
    const paid = payouts.map(({ to, amount }) => ({ coin, from: hot, to, amount }))
    if (paid.length > 0 && !books.transact(now, paid, hot)) queue.payouts.unshift(...payouts)
    const full = [...queue.sweeps].filter(
      (address) => market.worth(coin, books.spendable(address, coin, now), now) > 40,
    )
    if (full.length < 6) return
    for (const address of full) queue.sweeps.delete(address)
    const gathered = full.map((from) => ({ coin, from, to: hot, amount: 'rest' as const }))
    books.transact(now, gathered, hot)
  }

  function rebalance(exchange: ExchangeName, network: WorldNetwork, now: number): void {
    const cold = account(network, `exchange/${exchange}/cold`)
    for (let number = 1; number <= exchanges[exchange].hotWallets; number++) {
      const hot = account(network, `exchange/${exchange}/hot-${number}`)
      for (const coin of paymentCoins[network]) {
        const worth = market.worth(coin, books.spendable(hot, coin, now), now)
        const float = hotFloat[exchange]
        if (worth < float / 2) {
          const amount = market.units(coin, float - worth, now)
          books.transact(now, [{ coin, from: cold, to: hot, amount }], cold)
        } else if (worth > 1.5 * float) {
          const amount = market.units(coin, worth - float, now)
          books.transact(now, [{ coin, from: hot, to: cold, amount }], hot)
        }
      }
    }
  }

  for (const [name, { networks }] of Object.entries(exchanges) as [
    ExchangeName,
    { networks: readonly WorldNetwork[] },
  ][]) {
    for (const network of networks) {
      for (let index = 0; index < worldDays; index++) {
        const at = worldStart + index * day + 4 * hour + dice.below(hour)
        agenda.at(index === 0 ? worldStart + 10 * minute : at, (now) => rebalance(name, network, now))
      }
    }
    if (!networks.includes('BTC')) continue
    const again = (now: number) => {
      batch(name, now)
      agenda.at(now + dice.between(2 * hour, 4 * hour), again)
    }
    agenda.at(worldStart + hour, again)
  }
  return { deposit, withdraw }
}
