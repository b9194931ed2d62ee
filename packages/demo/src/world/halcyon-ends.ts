import type { Account } from './account.ts'
import { day, hour, minute } from './calendar.ts'
import { dai, eth, trx, usdtOnEth, usdtOnTron } from './coins.ts'
import type { Exchanges } from './exchange.ts'
import type { ExchangeName } from './parties.ts'
import { type MixerSize, noteOf, type Services } from './services.ts'
import type { World } from './world.ts'

/** Methods for making the stolen funds untraceable or cashing them out. */
export type HalcyonEnds = {
  /** Mixes at most `most` notes of the largest affordable size. */
  mixAway(from: Account, most: number, begin: number): void
  /** Cashes out `parts` percent of the balance at the exchange. */
  cashOut(from: Account, exchange: ExchangeName, parts: number, now: number): void
  /**
   * Runs a peel chain: each day, a small amount is cashed out, and the remaining funds move to a new account.
   */
  peel(first: Account, chain: string, begin: number): void
}

export function createHalcyonEnds(world: World, exchanges: Exchanges, services: Services): HalcyonEnds {
  const { account, agenda, books, dice } = world

  function mixAway(from: Account, most: number, begin: number): void {
    let left = books.spendable(from, eth, begin) - eth.whole / 5n
    let notes = 0
    for (const size of ['100', '10', '1'] as const) {
      while (left >= noteOf(size) && notes < most) {
        left -= noteOf(size)
        notes++
        agenda.at(begin + notes * dice.between(9 * minute, 14 * minute), (now) => {
          if (services.mixIn(from, size, now) && size !== '1') takeOut(size, now)
        })
      }
    }
  }

  /**
   * Weeks later, withdraws to unrelated accounts, then uses the other bridge or the exchange that does not
   * check identities.
   */
  function takeOut(size: MixerSize, now: number): void {
    const fresh = account('ETH', `halcyon/unlinked/${dice.below(30)}`)
    agenda.at(now + dice.between(20, 150) * day, (later) => {
      if (!services.mixOut(fresh, size, later)) return
      agenda.at(later + dice.between(4, 60) * hour, (last) => {
        if (dice.chance(0.6)) cashOut(fresh, 'quickwater', 60, last)
        else overBridge(fresh, last)
      })
    })
  }

  function overBridge(from: Account, now: number): void {
    if (!services.swap(from, eth, usdtOnEth, (books.spendable(from, eth, now) * 3n) / 10n, now)) return
    const there = account('TRX', `halcyon/tron/${dice.below(6)}`)
    agenda.at(now + 30 * minute, (later) => {
      services.bridge(from, there, books.spendable(from, usdtOnEth, later), later)
      agenda.at(later + dice.between(5, 40) * hour, (last) => sellAtDesk(there, last))
    })
  }

  /** Sells dollar tokens to an unlicensed broker, who also pays the network fee of the new account. */
  function sellAtDesk(from: Account, now: number): void {
    const desk = account('TRX', 'otc/fenwick')
    if (!books.transact(now, [{ coin: trx, from: desk, to: from, amount: trx.whole * 40n }], desk)) return
    agenda.at(now + 20 * minute, (later) => {
      const amount = (books.spendable(from, usdtOnTron, later) * 3n) / 4n
      books.transact(later, [{ coin: usdtOnTron, from, to: desk, amount }], from)
    })
  }

  function cashOut(from: Account, exchange: ExchangeName, parts: number, now: number): void {
    for (const [index, coin] of [dai, eth].entries()) {
      agenda.at(now + index * 10 * minute, (later) => {
        const amount = (books.spendable(from, coin, later) * BigInt(parts)) / 100n
        exchanges.deposit({
          exchange,
          customer: from,
          coin,
          amount: amount - (amount % coin.grain),
          now: later,
        })
      })
    }
  }

  function peel(first: Account, chain: string, begin: number): void {
    const step = (from: Account, depth: number, now: number) => {
      const amount = world.market.units(eth, dice.between(12_000, 60_000), now)
      if (books.spendable(from, eth, now) < amount * 2n || depth === 9) return
      const drawn = dice.unit()
      if (drawn < 0.82) {
        const exchange = drawn < 0.7 ? 'quickwater' : dice.pick(['northwind', 'meridian', 'kestrel'] as const)
        exchanges.deposit({ exchange, customer: from, coin: eth, amount, now })
      } else {
        payMule(from, amount, now)
      }
      agenda.at(now + dice.between(3, 9) * hour, (later) => {
        const next = account('ETH', `halcyon/peel/${chain}/${depth}`)
        if (!books.transact(later, [{ coin: eth, from, to: next, amount: 'rest' }], from)) return
        agenda.at(later + dice.between(8, 40) * hour, (last) => step(next, depth + 1, last))
      })
    }
    step(first, 0, begin)
  }

  /** Pays a money mule, who keeps a tenth and sends the remainder to the mule's own exchange account. */
  function payMule(from: Account, amount: bigint, now: number): void {
    const mule = account('ETH', `halcyon/mule/${dice.below(7)}`)
    if (!books.transact(now, [{ coin: eth, from, to: mule, amount }], from)) return
    agenda.at(now + dice.between(2, 30) * hour, (later) => {
      const exchange = dice.pick(['northwind', 'meridian'] as const)
      exchanges.deposit({ exchange, customer: mule, coin: eth, amount: (amount * 9n) / 10n, now: later })
    })
  }

  return { mixAway, cashOut, peel }
}
