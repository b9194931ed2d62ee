import type { Account } from './account.ts'
import { day, hour, minute, timeOf } from './calendar.ts'
import { dai, eth, trx, usdc, usdtOnEth, usdtOnTron, type WorldCoin, weth } from './coins.ts'
import type { World } from './world.ts'

/**
 * Actions that people take at services other than exchanges. Each function returns whether the action
 * succeeded.
 */
export type Services = {
  swap(trader: Account, from: WorldCoin, to: WorldCoin, amount: bigint, now: number): boolean
  /** Transfers dollars to another network. The payout follows a few minutes after the payment. */
  bridge(sender: Account, receiver: Account, amount: bigint, now: number): boolean
  /**
   * Deposits one note of a fixed size into a mixer pool. The holder of the note later withdraws it to a new
   * account.
   */
  mixIn(owner: Account, size: MixerSize, now: number): boolean
  mixOut(receiver: Account, size: MixerSize, now: number): boolean
  bet(player: Account, coin: WorldCoin, amount: bigint, now: number): boolean
  buyArt(buyer: Account, seller: Account, amount: bigint, now: number): boolean
  lend(owner: Account, coin: WorldCoin, amount: bigint, now: number): boolean
  wrap(owner: Account, amount: bigint, now: number): boolean
  save(owner: Account, coin: WorldCoin, amount: bigint, now: number): boolean
}

export type MixerSize = '0.1' | '1' | '10' | '100'

const pools: readonly { name: string; coins: readonly [WorldCoin, WorldCoin] }[] = [
  { name: 'dex/lattice/eth-usdt', coins: [eth, usdtOnEth] },
  { name: 'dex/lattice/eth-usdc', coins: [eth, usdc] },
  { name: 'dex/lattice/usdc-dai', coins: [usdc, dai] },
  { name: 'dex/lattice/weth-usdt', coins: [weth, usdtOnEth] },
  { name: 'dex/sunfield/trx-usdt', coins: [trx, usdtOnTron] },
]

/** After the exploit, people stop using the emptied bridge. */
const halcyonClosed = timeOf('2026-03-14T00:00:00')

export function openServices(world: World): Services {
  const { account, agenda, books, dice } = world
  const lantern = (player: Account) => account(player.network, 'gambling/copper-lantern')

  function repay(from: Account, to: Account, coin: WorldCoin, amount: bigint, at: number): void {
    agenda.at(at, (now) => books.transact(now, [{ coin, from, to, amount }], from))
  }

  return {
    swap(trader, from, to, amount, now) {
      const pool = pools.find(({ coins }) => coins.includes(from) && coins.includes(to))
      if (pool === undefined) return false
      const other = account(from.network, pool.name)
      const bought = (world.market.exchange(from, amount, to, now) * 997n) / 1000n
      const moves = [
        { coin: from, from: trader, to: other, amount },
        { coin: to, from: other, to: trader, amount: bought },
      ]
      return books.transact(now, moves, trader)
    },
    bridge(sender, receiver, amount, now) {
      const dollar = (of: Account) => (of.network === 'ETH' ? usdtOnEth : usdtOnTron)
      const name = now < halcyonClosed && dice.chance(0.6) ? 'bridge/halcyon' : 'bridge/causeway'
      const vault = account(sender.network, name)
      if (!books.transact(now, [{ coin: dollar(sender), from: sender, to: vault, amount }], sender))
        return false
      const out = (amount * 999n) / 1000n
      repay(
        account(receiver.network, name),
        receiver,
        dollar(receiver),
        out,
        now + dice.between(4 * minute, 25 * minute),
      )
      return true
    },
    mixIn(owner, size, now) {
      const pool = account('ETH', `mixer/murmur/${size}`)
      return books.transact(now, [{ coin: eth, from: owner, to: pool, amount: noteOf(size) }], owner)
    },
    mixOut(receiver, size, now) {
      // The relayer keeps a fee, because the new account cannot pay the network fee.
      const relayer = account('ETH', `relayer/${dice.below(4)}`)
      const pool = account('ETH', `mixer/murmur/${size}`)
      const cut = noteOf(size) / 250n
      const moves = [
        { coin: eth, from: pool, to: receiver, amount: noteOf(size) - cut },
        { coin: eth, from: pool, to: relayer, amount: cut },
      ]
      return books.transact(now, moves, relayer)
    },
    bet(player, coin, amount, now) {
      const house = lantern(player)
      if (!books.transact(now, [{ coin, from: player, to: house, amount }], player)) return false
      const won = dice.chance(0.02) ? amount * 12n : dice.chance(0.38) ? (amount * 19n) / 10n : 0n
      if (won > 0n) repay(house, player, coin, won, now + dice.between(2 * minute, 3 * hour))
      return true
    },
    buyArt(buyer, seller, amount, now) {
      const market = account('ETH', 'nft/gallery-nine')
      const moves = [
        { coin: eth, from: buyer, to: market, amount },
        { coin: eth, from: market, to: seller, amount: (amount * 975n) / 1000n },
      ]
      return books.transact(now, moves, buyer)
    },
    lend(owner, coin, amount, now) {
      const pool = account('ETH', 'lending/granary')
      if (!books.transact(now, [{ coin, from: owner, to: pool, amount }], owner)) return false
      const months = dice.between(0.3, 5)
      const back = (amount * BigInt(1000 + Math.round(months * 4))) / 1000n
      agenda.at(now + months * 30 * day, (later) =>
        books.transact(later, [{ coin, from: pool, to: owner, amount: back }], owner),
      )
      return true
    },
    wrap(owner, amount, now) {
      const moves = [
        { coin: eth, from: owner, to: account('ETH', 'wrapper'), amount },
        { coin: weth, from: undefined, to: owner, amount },
      ]
      return books.transact(now, moves, owner)
    },
    save(owner, coin, amount, now) {
      const club = account('ETH', 'yield/tumbleweed')
      if (!books.transact(now, [{ coin, from: owner, to: club, amount }], owner)) return false
      if (dice.chance(0.4)) repay(club, owner, coin, (amount * 11n) / 10n, now + dice.between(20, 50) * day)
      return true
    },
  }
}

export function noteOf(size: MixerSize): bigint {
  return (eth.whole / 10n) * BigInt(Math.round(Number(size) * 10))
}
