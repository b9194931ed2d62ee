import type { Account } from './account.ts'
import { day, hour, worldDays, worldStart } from './calendar.ts'
import {
  nativeCoins,
  paymentCoins,
  usdc,
  usdtOnTron,
  type WorldCoin,
  type WorldNetwork,
  worldNetworks,
} from './coins.ts'
import { createDeeds } from './deeds.ts'
import type { Exchanges } from './exchange.ts'
import type { ExchangeName } from './parties.ts'
import { createPeople } from './people.ts'
import type { Services } from './services.ts'
import { shopsOf } from './shops.ts'
import type { World } from './world.ts'

/** Number of activities on an average day in the middle of the year. */
const busyness: Readonly<Record<WorldNetwork, number>> = { ETH: 84, TRX: 76, BTC: 70 }

/** Plans the everyday payments of ordinary people, shops and employers. */
export function planEveryday(world: World, exchanges: Exchanges, services: Services): void {
  const { account, agenda, books, dice, market } = world
  const people = createPeople()
  const deeds = createDeeds(world, exchanges, services)

  function planDay(morning: number): void {
    const weekday = new Date(morning * 1000).getUTCDay()
    const growth = 0.7 + (0.6 * (morning - worldStart)) / (worldDays * day)
    for (const network of worldNetworks) {
      const peers = people[network]
      const count = busyness[network] * growth * (weekday === 0 || weekday === 6 ? 0.8 : 1.08)
      for (let index = 0; index < count; index++) {
        const place = dice.leaning(peers.length)
        agenda.at(morning + daytime(), (now) => deeds.doSomething(place, network, peers, now))
      }
    }
  }

  /** The time of day is the sum of two draws, so that midday is busier than the night. */
  const daytime = () => (dice.unit() + dice.unit()) * 12 * hour

  function cashUp(shop: Account, exchange: ExchangeName, now: number): void {
    const native = nativeCoins[shop.network]
    const gas = market.units(native, 40, now)
    if (books.spendable(shop, native, now) < gas) {
      exchanges.withdraw({ exchange, customer: shop, coin: native, amount: gas * 2n, now })
      return
    }
    for (const [index, coin] of paymentCoins[shop.network].entries()) {
      const kept = coin.isNative ? gas * 2n : 0n
      const amount = books.spendable(shop, coin, now) - kept
      if (market.worth(coin, amount, now) < 250) continue
      agenda.at(now + index * 600, (later) =>
        exchanges.deposit({ exchange, customer: shop, coin, amount, now: later }),
      )
    }
  }

  function planShops(): void {
    for (const network of worldNetworks) {
      for (const [number, shop] of shopsOf(world, network).entries()) {
        const exchange = dice.pick(['northwind', 'meridian'] as const)
        const rhythm = number < 20 ? 5 : 21
        for (let index = dice.below(rhythm); index < worldDays; index += rhythm) {
          agenda.at(worldStart + index * day + 20 * hour + dice.below(3 * hour), (now) =>
            cashUp(shop, exchange, now),
          )
        }
      }
    }
  }

  function planPayroll(): void {
    for (const { network, coin, employers } of payrolls) {
      for (let number = 0; number < employers; number++) {
        const employer = account(network, `employer/${number}`)
        const staff = Array.from({ length: 8 + dice.below(9) }, () => {
          const person = dice.pick(people[network])
          return { self: account(network, person.name), usd: Math.round(dice.mostlySmall(900, 6_500)) }
        })
        for (let month = 0; month < 12; month++) {
          const payday = Date.UTC(2025, 10 + month, 26) / 1000 + dice.below(10 * hour)
          paySalaries({
            employer,
            coin,
            staff,
            payday,
            exchange: dice.pick(['northwind', 'meridian'] as const),
          })
        }
      }
    }
  }

  function paySalaries(payroll: {
    employer: Account
    coin: WorldCoin
    staff: readonly { self: Account; usd: number }[]
    payday: number
    exchange: ExchangeName
  }): void {
    const { employer, coin, staff, payday, exchange } = payroll
    const native = nativeCoins[coin.network]
    const sum = staff.reduce((total, { usd }) => total + usd, 0)
    agenda.at(payday - 30 * hour, (now) => {
      const order = { exchange, customer: employer, now }
      exchanges.withdraw({ ...order, coin: native, amount: market.units(native, 6 * staff.length, now) })
      exchanges.withdraw({ ...order, coin, amount: market.units(coin, sum, now) })
    })
    for (const [index, { self, usd }] of staff.entries()) {
      agenda.at(payday + index * 90, (now) => {
        books.transact(
          now,
          [{ coin, from: employer, to: self, amount: market.units(coin, usd, now) }],
          employer,
        )
      })
    }
  }

  for (let index = 0; index < worldDays; index++) {
    const morning = worldStart + index * day
    agenda.at(Math.max(morning, worldStart + hour), () => planDay(morning + (index === 0 ? hour : 0)))
  }
  planShops()
  planPayroll()
}

const payrolls = [
  { network: 'ETH', coin: usdc, employers: 26 },
  { network: 'TRX', coin: usdtOnTron, employers: 20 },
] as const
