import { day, hour, timeOf } from './calendar.ts'
import { btc } from './coins.ts'
import type { Exchanges } from './exchange.ts'
import { launder } from './launder.ts'
import type { World } from './world.ts'

const first = timeOf('2025-12-03T08:00:00')
const attacks = 24

/**
 * Plans the ransoms on Bitcoin. A victim buys coins and pays them to the gang, directly or through a separate
 * address given in the ransom note. The gang pays its affiliate and cashes out through a chain of addresses,
 * a mixer and a cash-out desk.
 */
export function planNightjar(world: World, exchanges: Exchanges): void {
  const { account, agenda, books, dice, market } = world
  const collector = account('BTC', 'nightjar/collector')
  const desk = account('BTC', 'nightjar/desk')
  const mixer = account('BTC', 'mixer/cinderbox')

  for (let number = 0; number < attacks; number++) {
    const victim = account('BTC', `nightjar/victim/${number}`)
    const paidAt = first + number * 11 * day + dice.below(6 * day)
    const ransom = market.units(btc, dice.mostlySmall(40_000, 600_000), paidAt)
    agenda.at(paidAt - 30 * hour, (now) => {
      const exchange = dice.pick(['northwind', 'meridian'] as const)
      exchanges.withdraw({ exchange, customer: victim, coin: btc, amount: (ransom * 101n) / 100n, now })
    })
    const intake = number % 3 === 1 ? collector : account('BTC', `nightjar/intake/${number % 5}`)
    agenda.at(paidAt, (now) =>
      books.transact(now, [{ coin: btc, from: victim, to: intake, amount: ransom }], victim),
    )
    if (intake === collector) continue
    agenda.at(paidAt + dice.between(10, 40) * hour, (now) => {
      const affiliate = account('BTC', `nightjar/affiliate/${number % 4}`)
      const moves = [
        { coin: btc, from: intake, to: affiliate, amount: (ransom * 7n) / 10n },
        { coin: btc, from: intake, to: collector, amount: (ransom * 29n) / 100n },
      ]
      books.transact(now, moves, intake)
    })
  }

  for (let round = 0; round < 8; round++) {
    const begin = first + (34 + round * 36) * day
    const one = account('BTC', `nightjar/hop-1/${round}`)
    const two = account('BTC', `nightjar/hop-2/${round}`)
    const three = account('BTC', `nightjar/hop-3/${round}`)
    const step = (index: number) => ({
      coin: btc,
      begin: begin + index * 3 * day,
      end: begin + (index * 3 + 2) * day,
    })
    launder(world, { ...step(0), from: collector, shares: [{ to: one, parts: 70 }] })
    launder(world, {
      ...step(1),
      from: one,
      shares: [
        { to: two, parts: 60 },
        { to: mixer, parts: 35 },
      ],
    })
    launder(world, {
      ...step(2),
      from: two,
      shares: [
        { to: three, parts: 75 },
        { to: desk, parts: 20 },
      ],
    })
    agenda.at(begin + 10 * day, (now) => {
      const amount = (books.spendable(three, btc, now) * 3n) / 4n
      exchanges.deposit({
        exchange: round % 4 === 3 ? 'meridian' : 'quickwater',
        customer: three,
        coin: btc,
        amount,
        now,
      })
    })
    for (let number = 0; number < 4; number++) {
      const affiliate = account('BTC', `nightjar/affiliate/${number}`)
      agenda.at(begin + (12 + number) * day, (now) => {
        const amount = books.spendable(affiliate, btc, now) / 2n
        exchanges.deposit({ exchange: 'quickwater', customer: affiliate, coin: btc, amount, now })
      })
    }
    // The cash-out desk pays its customers with the coins that it bought.
    const customers = [0, 1, 2].map((place) => ({
      to: account('BTC', `nightjar/customer/${round * 3 + place}`),
      parts: 20,
    }))
    launder(world, {
      from: desk,
      coin: btc,
      shares: customers,
      begin: begin + 14 * day,
      end: begin + 17 * day,
    })
  }
}
