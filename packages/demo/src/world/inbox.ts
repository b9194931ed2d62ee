import type { Account } from './account.ts'
import { day, hour, minute, timeOf } from './calendar.ts'
import { eth, nativeCoins, paymentCoins, trx, usdtOnEth, usdtOnTron } from './coins.ts'
import type { Exchanges } from './exchange.ts'
import type { Services } from './services.ts'
import type { World } from './world.ts'

const first = timeOf('2026-01-12T09:00:00')

/**
 * Plans a phishing campaign on two networks. Victims approve transfers of their funds. The collector gathers
 * the funds at a few drop addresses. It also sends dust to unrelated accounts, in the hope that their owners
 * later copy its address from their transaction history.
 */
export function planInbox(world: World, exchanges: Exchanges, services: Services): void {
  const { account, agenda, books, dice } = world

  function gather(network: 'ETH' | 'TRX', drop: Account, now: number): void {
    const collector = account(network, 'inbox/collector')
    for (const [place, coin] of paymentCoins[network].entries()) {
      agenda.at(now + place * 5 * minute, (later) => {
        // Keeps enough of the native coin for network fees, and one token for the dust payments.
        const kept = coin === eth ? eth.whole / 20n : coin === trx ? trx.whole * 60n : coin.whole
        const amount = books.spendable(collector, coin, later) - kept
        books.transact(later, [{ coin, from: collector, to: drop, amount }], collector)
      })
    }
  }

  for (const network of ['ETH', 'TRX'] as const) {
    const collector = account(network, 'inbox/collector')
    const native = nativeCoins[network]
    const dollar = network === 'ETH' ? usdtOnEth : usdtOnTron
    // The collector needs the native coin for network fees before its first victim pays, so it withdraws some
    // from the exchange that does not check identities.
    agenda.at(first - 2 * day, (now) =>
      exchanges.withdraw({
        exchange: 'quickwater',
        customer: collector,
        coin: native,
        amount: network === 'ETH' ? eth.whole / 5n : trx.whole * 900n,
        now,
      }),
    )
    const { start, step, count } = victims[network]
    for (let index = 0; index < count; index++) {
      const victim = account(network, `person/${start + index * step}`)
      agenda.at(first + dice.below(220) * day + dice.below(day), (now) => {
        for (const coin of paymentCoins[network]) {
          const amount = (books.spendable(victim, coin, now) * 9n) / 10n
          if (amount > coin.whole / 20n) {
            books.transact(now, [{ coin, from: victim, to: collector, amount }], victim)
            break
          }
        }
      })
    }
    for (let index = 0; index < 60; index++) {
      const stranger = account(network, `person/${(network === 'ETH' ? 4 : 1304) + index * 9}`)
      agenda.at(first + 20 * day + dice.below(200 * day), (now) => {
        const dust = { coin: dollar, from: collector, to: stranger, amount: dollar.whole / 100n }
        books.transact(now, [dust], collector)
      })
    }
    for (let round = 0; round < 12; round++) {
      const drop = account(network, `inbox/drop/${round % 3}`)
      agenda.at(first + (14 + round * 18) * day + dice.below(day), (now) => gather(network, drop, now))
      agenda.at(first + (16 + round * 18) * day + dice.below(day), (now) => {
        for (const [place, coin] of paymentCoins[network].entries()) {
          agenda.at(now + place * 10 * minute, (later) => {
            const amount = (books.spendable(drop, coin, later) * 3n) / 4n
            exchanges.deposit({ exchange: 'quickwater', customer: drop, coin, amount, now: later })
          })
        }
        agenda.at(now + 2 * hour, (later) => {
          if (network === 'ETH') services.mixIn(drop, '0.1', later)
          else services.bet(drop, usdtOnTron, 150n * usdtOnTron.whole, later)
        })
      })
    }
  }
}

/** The victims on each network, as indexes of people. */
const victims = {
  ETH: { start: 60, step: 17, count: 90 },
  TRX: { start: 1330, step: 23, count: 45 },
} as const
