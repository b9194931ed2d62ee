import { day, hour, minute, timeOf } from './calendar.ts'
import { dai, eth, usdc, usdtOnEth } from './coins.ts'
import type { Exchanges } from './exchange.ts'
import { createHalcyonEnds } from './halcyon-ends.ts'
import { launder } from './launder.ts'
import type { Services } from './services.ts'
import type { World } from './world.ts'

const exploit = timeOf('2026-03-14T02:17:00')

/**
 * The number of accounts at each hop from the thief, and the days after the exploit on which they forward
 * funds.
 */
const layers = [
  { accounts: 8, begin: 4, end: 8 },
  { accounts: 14, begin: 9, end: 14 },
  { accounts: 20, begin: 15, end: 22 },
  { accounts: 24, begin: 23, end: 30 },
] as const

/**
 * Plans the theft. The thief empties the bridge and the accounts that had granted it an unlimited allowance,
 * swaps tokens that an issuer could freeze, and sends the funds through layers of new accounts that split and
 * merge. Each layer receives funds only from the previous one, so that an account in layer n is n transfers
 * from the thief. The funds end up at the mixer, the exchange that does not check identities, the other
 * bridge and, in small amounts, deposit addresses of ordinary exchanges.
 */
export function planHalcyon(world: World, exchanges: Exchanges, services: Services): void {
  const { account, agenda, books, dice } = world
  const ends = createHalcyonEnds(world, exchanges, services)
  const thief = account('ETH', 'halcyon/thief')
  const hop = (layer: number, index: number) => account('ETH', `halcyon/hop-${layer}/${index}`)
  const after = (days: number) => exploit + days * day

  function steal(): void {
    agenda.at(exploit - 2 * day, (now) => services.mixOut(thief, '1', now))
    const vault = account('ETH', 'bridge/halcyon')
    for (const [index, coin] of [eth, usdc, usdtOnEth].entries()) {
      agenda.at(exploit + index * 3 * minute, (now) => {
        const amount = (books.spendable(vault, coin, now) * 94n) / 100n
        books.transact(now, [{ coin, from: vault, to: thief, amount }], thief)
      })
    }
    for (let index = 0; index < 40; index++) {
      const victim = account('ETH', `person/${30 + index * 7}`)
      const coin = index % 2 === 0 ? usdc : usdtOnEth
      agenda.at(exploit + hour + index * 4 * minute, (now) => {
        books.transact(now, [{ coin, from: victim, to: thief, amount: 'rest' }], thief)
      })
    }
  }

  function swapLoot(): void {
    for (const [from, to, begin] of [
      [usdtOnEth, eth, 6],
      [usdc, dai, 20],
      [usdc, eth, 40],
    ] as const) {
      for (let chunk = 0; chunk < 8; chunk++) {
        agenda.at(exploit + begin * hour + chunk * 50 * minute, (now) => {
          const left = books.spendable(thief, from, now)
          // A quarter of the dollar tokens is swapped for another dollar token. The last swap takes the
          // remainder.
          const parts = to === dai ? 30n : BigInt(8 - chunk)
          services.swap(thief, from, to, left / parts, now)
        })
      }
    }
  }

  function splitUp(): void {
    const first = Array.from({ length: layers[0].accounts }, (_, index) => hop(1, index))
    const shares = first.map((to) => ({ to, parts: dice.between(8, 15) }))
    const scale = 97 / shares.reduce((sum, { parts }) => sum + parts, 0)
    const scaled = shares.map(({ to, parts }) => ({ to, parts: parts * scale }))
    launder(world, { from: thief, coin: eth, shares: scaled, begin: after(2.2), end: after(3.8) })
    const dollars = [hop(1, 1), hop(1, 4)].map((to) => ({ to, parts: 49 }))
    launder(world, { from: thief, coin: dai, shares: dollars, begin: after(2.2), end: after(3) })
    // Sends dust to unrelated accounts to make them look suspicious.
    for (let index = 0; index < 6; index++) {
      const to = account('ETH', `person/${400 + index * 31}`)
      agenda.at(after(3.9) + index * minute, (now) =>
        books.transact(now, [{ coin: eth, from: thief, to, amount: eth.whole / 20_000n }], thief),
      )
    }
  }

  function passOn(layer: number, index: number): void {
    const times = layers[layer - 1]
    const next = layers[layer]
    if (times === undefined || next === undefined) return
    const from = hop(layer, index)
    const begin = after(times.begin)
    const end = after(times.end)
    const receivers = [
      ...new Set([index, index * 3 + 1, index * 5 + 2].map((other) => other % next.accounts)),
    ]
    const weights = receivers.length * (receivers.length + 1)
    // Deeper layers pass on less of their funds, so that more remains to be cashed out.
    const onward = [92, 55, 50][layer - 1] ?? 50
    const shares = receivers.map((other, place) => {
      return { to: hop(layer + 1, other), parts: (onward * 2 * (receivers.length - place)) / weights }
    })
    launder(world, { from, coin: eth, shares, begin, end })
    launder(world, { from, coin: dai, shares: shares.slice(0, 2), begin, end })
    if (layer >= 2) agenda.at(end + 2 * hour, (now) => ends.mixAway(from, layer === 2 ? 12 : 6, now))
    if (layer === 3) agenda.at(end + 8 * hour, (now) => ends.cashOut(from, 'quickwater', 40, now))
  }

  steal()
  swapLoot()
  splitUp()
  for (const [place, { accounts, begin }] of layers.entries()) {
    for (let index = 0; index < accounts; index++) {
      if (place < layers.length - 1) passOn(place + 1, index)
      else agenda.at(after(begin) + index * 5 * hour, (now) => ends.peel(hop(4, index), `${index}`, now))
    }
  }
  // A seller who does not know where the buyer's funds came from.
  agenda.at(after(5), (now) => {
    const to = account('ETH', 'person/clea')
    books.transact(now, [{ coin: eth, from: hop(1, 3), to, amount: (eth.whole * 35n) / 100n }], hop(1, 3))
  })
}
