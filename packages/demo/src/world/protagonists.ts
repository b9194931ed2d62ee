import type { Account } from './account.ts'
import { day, hour, worldDays, worldStart } from './calendar.ts'
import { eth, nativeCoins, usdc, usdtOnEth, usdtOnTron, type WorldCoin, type WorldNetwork } from './coins.ts'
import type { Exchanges } from './exchange.ts'
import type { ExchangeName } from './parties.ts'
import type { Services } from './services.ts'
import { shopsOf } from './shops.ts'
import type { World } from './world.ts'

type Protagonist = {
  readonly name: string
  readonly network: WorldNetwork
  readonly exchange: ExchangeName
  readonly coin: WorldCoin
  readonly friend: string
}

const protagonists: readonly Protagonist[] = [
  { name: 'person/ada', network: 'ETH', exchange: 'northwind', coin: usdc, friend: 'person/ada/sister' },
  { name: 'person/ada/sister', network: 'ETH', exchange: 'meridian', coin: usdc, friend: 'person/ada' },
  {
    name: 'person/clea',
    network: 'ETH',
    exchange: 'meridian',
    coin: usdtOnEth,
    friend: 'person/clea/partner',
  },
  {
    name: 'person/bruno',
    network: 'TRX',
    exchange: 'northwind',
    coin: usdtOnTron,
    friend: 'person/bruno/brother',
  },
]

/**
 * Creates people with a traceable history: a salary, shops, a friend, and savings at an exchange. Their funds
 * come from an exchange, their employer or each other and are therefore clean, except for one payment that
 * Clea receives from a stranger.
 */
export function planProtagonists(world: World, exchanges: Exchanges, services: Services): void {
  const { account, agenda, books, dice, market } = world

  for (const { name, network, exchange, coin, friend } of protagonists) {
    const self = account(network, name)
    const native = nativeCoins[network]
    const employer = account(network, `${name}/employer`)
    const fund = (customer: Account, of: WorldCoin, usd: number, at: number) =>
      agenda.at(at, (now) =>
        exchanges.withdraw({ exchange, customer, coin: of, amount: market.units(of, usd, now), now }),
      )
    const send = (to: Account, usd: number, at: number) =>
      agenda.at(at, (now) =>
        books.transact(now, [{ coin, from: self, to, amount: market.units(coin, usd, now) }], self),
      )

    const salary = Math.round(dice.between(2_400, 3_900))
    for (let month = 0; month < 12; month++) {
      const payday = Date.UTC(2025, 10 + month, 27, 9) / 1000 + dice.below(2 * hour)
      fund(employer, coin, salary, payday - day)
      if (month % 4 === 0) fund(employer, native, 120, payday - day - hour)
      agenda.at(payday, (now) =>
        books.transact(
          now,
          [{ coin, from: employer, to: self, amount: market.units(coin, salary, now) }],
          employer,
        ),
      )
      agenda.at(payday + 2 * day, (now) =>
        exchanges.deposit({
          exchange,
          customer: self,
          coin,
          amount: market.units(coin, salary / 3, now),
          now,
        }),
      )
      if (month % 3 === 0) fund(self, native, 180, payday - 20 * day)
      if (month % 3 === 1 && network === 'ETH') {
        agenda.at(payday + 5 * day, (now) =>
          services.swap(self, coin, eth, market.units(coin, 150, now), now),
        )
      }
    }
    fund(self, native, 150, worldStart + 2 * day)
    fund(self, coin, 1_200, worldStart + 2 * day + hour)
    for (let index = 4; index < worldDays; index += 3 + dice.below(5)) {
      const at = worldStart + index * day + 9 * hour + dice.below(11 * hour)
      const to = dice.chance(0.3) ? account(network, friend) : dice.lean(shopsOf(world, network))
      send(to, dice.mostlySmall(6, 140), at)
    }
  }
}
