import type { Account } from './account.ts'
import { day, hour, worldDays, worldStart } from './calendar.ts'
import {
  btc,
  dai,
  eth,
  paymentCoins,
  trx,
  usdc,
  usdtOnEth,
  usdtOnTron,
  type WorldCoin,
  type WorldNetwork,
  weth,
} from './coins.ts'
import type { Exchanges } from './exchange.ts'
import { type ExchangeName, exchanges } from './parties.ts'
import type { World } from './world.ts'

/** Balances of accounts at the start of the demo world, in whole coins. */
const opening: readonly [name: string, coin: WorldCoin, amount: number][] = [
  ['dex/lattice/eth-usdt', eth, 14_000],
  ['dex/lattice/eth-usdt', usdtOnEth, 50_000_000],
  ['dex/lattice/eth-usdc', eth, 16_000],
  ['dex/lattice/eth-usdc', usdc, 57_000_000],
  ['dex/lattice/usdc-dai', usdc, 20_000_000],
  ['dex/lattice/usdc-dai', dai, 20_000_000],
  ['dex/lattice/weth-usdt', weth, 3_000],
  ['dex/lattice/weth-usdt', usdtOnEth, 10_000_000],
  ['dex/sunfield/trx-usdt', trx, 60_000_000],
  ['dex/sunfield/trx-usdt', usdtOnTron, 18_000_000],
  ['bridge/halcyon', eth, 6_200],
  ['bridge/halcyon', usdc, 7_400_000],
  ['bridge/halcyon', usdtOnEth, 9_100_000],
  ['bridge/halcyon', usdtOnTron, 8_000_000],
  ['bridge/halcyon', trx, 400_000],
  ['bridge/causeway', eth, 40],
  ['bridge/causeway', usdtOnEth, 16_000_000],
  ['bridge/causeway', usdtOnTron, 16_000_000],
  ['bridge/causeway', trx, 400_000],
  ['mixer/murmur/0.1', eth, 90],
  ['mixer/murmur/1', eth, 640],
  ['mixer/murmur/10', eth, 4_100],
  ['mixer/murmur/100', eth, 9_600],
  ['mixer/cinderbox', btc, 420],
  ['gambling/copper-lantern', eth, 900],
  ['gambling/copper-lantern', usdtOnEth, 1_500_000],
  ['gambling/copper-lantern', trx, 3_000_000],
  ['gambling/copper-lantern', usdtOnTron, 2_000_000],
  ['nft/gallery-nine', eth, 12],
  ['lending/granary', eth, 5_000],
  ['lending/granary', usdc, 24_000_000],
  ['lending/granary', dai, 16_000_000],
  ['lending/granary', usdtOnEth, 12_000_000],
  ['yield/tumbleweed', eth, 20],
  ['yield/tumbleweed', usdtOnEth, 300_000],
  ['otc/fenwick', trx, 90_000],
  ['otc/fenwick', usdtOnTron, 400_000],
  ['issuer/usdt', eth, 25],
  ['issuer/usdt', trx, 60_000],
  ['relayer/0', eth, 2],
  ['relayer/1', eth, 2],
  ['relayer/2', eth, 2],
  ['relayer/3', eth, 2],
]

const coldWorth: Readonly<Record<ExchangeName, number>> = {
  northwind: 240_000_000,
  meridian: 110_000_000,
  kestrel: 60_000_000,
  quickwater: 30_000_000,
}

/** Creates the demo world's funds: initial balances, block rewards, and tokens that issuers mint and burn. */
export function openWorld(world: World, { deposit }: Exchanges): void {
  const { account, agenda, books, dice, market } = world

  const mint = (now: number, to: Account, coin: WorldCoin, amount: bigint) =>
    books.transact(now, [{ coin, from: undefined, to, amount }])

  agenda.at(worldStart, (now) => {
    for (const [name, coin, amount] of opening) {
      mint(now, account(coin.network, name), coin, BigInt(amount) * coin.whole)
    }
    for (const [name, { networks }] of Object.entries(exchanges) as ExchangeEntry[]) {
      for (const coin of networks.flatMap((network) => paymentCoins[network])) {
        const to = account(coin.network, `exchange/${name}/cold`)
        mint(now, to, coin, market.units(coin, coldWorth[name] * dice.between(0.7, 1.3), now))
        // Pays the network fees of the first withdrawals, before the cold wallet has sent any funds.
        if (!coin.isNative) continue
        for (let number = 1; number <= exchanges[name].hotWallets; number++) {
          mint(now, account(coin.network, `exchange/${name}/hot-${number}`), coin, coin.whole * 2n)
        }
      }
    }
  })

  for (let index = 0; index < worldDays; index++) {
    const morning = worldStart + index * day
    for (const { name, coin, amount } of rewards) {
      const producer = account(coin.network, `${name}/${dice.leaning(12)}`)
      agenda.at(morning + dice.below(day), (now) => mint(now, producer, coin, amount))
      if (index % 9 !== 8) continue
      agenda.at(morning + dice.below(day), (now) => {
        const exchange = dice.pick(['northwind', 'meridian'] as const)
        deposit({
          exchange,
          customer: producer,
          coin,
          amount: books.spendable(producer, coin, now) / 2n,
          now,
        })
      })
    }
    if (index % 7 === 2) agenda.at(morning + 15 * hour, issue)
  }

  function issue(now: number): void {
    for (const coin of [usdtOnEth, usdc, usdtOnTron]) {
      const treasury = account(coin.network, 'issuer/usdt')
      const amount = BigInt(1 + dice.below(6)) * 1_000_000n * coin.whole
      const hot = account(
        coin.network,
        `exchange/${dice.pick(['northwind', 'meridian', 'kestrel'] as const)}/hot-1`,
      )
      if (dice.chance(0.7)) {
        mint(now, treasury, coin, amount)
        agenda.at(now + 2 * hour, (later) =>
          books.transact(later, [{ coin, from: treasury, to: hot, amount }], treasury),
        )
      } else if (books.transact(now, [{ coin, from: hot, to: treasury, amount }], hot)) {
        agenda.at(now + 2 * hour, (later) =>
          books.transact(later, [{ coin, from: treasury, to: undefined, amount }], treasury),
        )
      }
    }
  }
}

type ExchangeEntry = [ExchangeName, { networks: readonly WorldNetwork[] }]

const rewards = [
  { name: 'validator', coin: eth, amount: (eth.whole * 19n) / 10n },
  { name: 'miner', coin: btc, amount: (btc.whole * 3125n) / 1000n },
  { name: 'miner', coin: btc, amount: (btc.whole * 3125n) / 1000n },
  { name: 'representative', coin: trx, amount: trx.whole * 46_080n },
]
