import type { Account } from './account.ts'
import { day } from './calendar.ts'
import {
  dai,
  eth,
  nativeCoins,
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
import type { Person, Taste } from './people.ts'
import type { MixerSize, Services } from './services.ts'
import { shopsOf } from './shops.ts'
import type { World } from './world.ts'

type Doer = {
  readonly person: Person
  readonly place: number
  readonly self: Account
  readonly network: WorldNetwork
  readonly peers: readonly Person[]
  readonly now: number
}

export type Deeds = {
  /** Runs one random activity on the network for the person with this index. */
  doSomething(place: number, network: WorldNetwork, peers: readonly Person[], now: number): void
}

/**
 * Creates the financial activities of ordinary people. A person with insufficient funds withdraws money from
 * their exchange.
 */
export function createDeeds(world: World, exchanges: Exchanges, services: Services): Deeds {
  const { account, agenda, books, dice, market } = world
  const shops = { ETH: shopsOf(world, 'ETH'), BTC: shopsOf(world, 'BTC'), TRX: shopsOf(world, 'TRX') }
  const habits = {
    ETH: new Map<Person, Habit>(),
    BTC: new Map<Person, Habit>(),
    TRX: new Map<Person, Habit>(),
  }

  function topUp({ person, self, network, now }: Doer): void {
    const native = nativeCoins[network]
    const hasGas = market.worth(native, books.spendable(self, native, now), now) > 25
    const coin = hasGas ? dice.pick(paymentCoins[network]) : native
    const amount = market.units(coin, dice.mostlySmall(120, network === 'BTC' ? 9_000 : 5_000), now)
    exchanges.withdraw({ exchange: person.home, customer: self, coin, amount, now })
  }

  /** Returns a coin in which the person's balance covers this amount and the network fee. */
  function affordableCoin(
    { self, network, now }: Doer,
    usd: number,
  ): { coin: WorldCoin; amount: bigint } | undefined {
    const native = nativeCoins[network]
    const gas = market.units(native, 8, now)
    if (books.spendable(self, native, now) < gas) return undefined
    const coins = paymentCoins[network]
    const first = dice.below(coins.length)
    for (let index = 0; index < coins.length; index++) {
      const coin = coins[(first + index) % coins.length] ?? native
      const amount = market.units(coin, usd, now)
      if (books.spendable(self, coin, now) >= amount + (coin.isNative ? gas : 0n)) return { coin, amount }
    }
    return undefined
  }

  function pay(doer: Doer, to: Account, usd: number): void {
    const found = affordableCoin(doer, usd)
    if (found === undefined) topUp(doer)
    else
      books.transact(doer.now, [{ coin: found.coin, from: doer.self, to, amount: found.amount }], doer.self)
  }

  /** Picks a friend of a person: usually a neighbour in the list, and sometimes any other person. */
  function friendOf({ person, place, network, peers }: Doer): Account {
    const near = (place + 1 + dice.leaning(60)) % peers.length
    const other = peers[dice.chance(0.85) ? near : dice.leaning(peers.length)]
    return account(network, (other === person ? undefined : other?.name) ?? 'person/regular')
  }

  function mixSome({ self, person, now }: Doer): void {
    const size = dice.pick<MixerSize>(['0.1', '0.1', '1', '1', '10'])
    if (!services.mixIn(self, size, now)) return
    const out = account('ETH', `${person.name}/unlinked/${dice.below(3)}`)
    agenda.at(now + dice.between(2, 40) * day, (later) => {
      if (!services.mixOut(out, size, later)) return
      agenda.at(later + dice.between(1, 6) * day, (last) => {
        const amount = books.spendable(out, eth, last) / 2n
        exchanges.deposit({ exchange: 'quickwater', customer: out, coin: eth, amount, now: last })
      })
    })
  }

  const acts: readonly Act[] = [
    { weight: 22, run: (doer) => pay(doer, friendOf(doer), dice.mostlySmall(4, 1_500)) },
    {
      weight: 24,
      run: (doer) => pay(doer, dice.lean(shops[doer.network]), dice.mostlySmall(3, 420)),
    },
    { weight: 12, run: topUp },
    {
      weight: 12,
      run(doer) {
        const found = affordableCoin(doer, dice.mostlySmall(60, 6_000))
        if (found === undefined) return topUp(doer)
        exchanges.deposit({ ...found, exchange: doer.person.home, customer: doer.self, now: doer.now })
      },
    },
    {
      weight: 3,
      taste: 'nameless',
      run(doer) {
        const found = affordableCoin(doer, dice.mostlySmall(60, 4_000))
        if (found === undefined) return
        exchanges.deposit({ ...found, exchange: 'quickwater', customer: doer.self, now: doer.now })
      },
    },
    {
      weight: 34,
      taste: 'defi',
      networks: ['ETH', 'TRX'],
      run(doer) {
        const [from, to] = dice.pick<readonly [WorldCoin, WorldCoin]>(
          doer.network === 'ETH' ? ethPairs : tronPairs,
        )
        const amount = market.units(from, dice.mostlySmall(30, 3_500), doer.now)
        if (!services.swap(doer.self, from, to, amount, doer.now)) topUp(doer)
      },
    },
    {
      weight: 9,
      taste: 'defi',
      networks: ['ETH'],
      run(doer) {
        const coin = dice.pick([usdc, dai, usdtOnEth, eth])
        services.lend(doer.self, coin, market.units(coin, dice.mostlySmall(200, 6_000), doer.now), doer.now)
      },
    },
    {
      weight: 16,
      taste: 'art',
      networks: ['ETH'],
      run(doer) {
        const amount = market.units(eth, dice.mostlySmall(20, 3_000), doer.now)
        if (!services.buyArt(doer.self, friendOf(doer), amount, doer.now)) topUp(doer)
      },
    },
    {
      weight: 3,
      taste: 'art',
      networks: ['ETH'],
      run({ self, now }) {
        const amount = market.units(eth, dice.mostlySmall(30, 900), now)
        if (!services.wrap(self, amount, now)) return
        agenda.at(now + dice.between(0.2, 9) * day, (later) =>
          services.swap(self, weth, usdtOnEth, (amount * 3n) / 4n, later),
        )
      },
    },
    {
      weight: 45,
      taste: 'gambling',
      networks: ['ETH', 'TRX'],
      run(doer) {
        const found = affordableCoin(doer, dice.mostlySmall(5, 400))
        if (found === undefined) topUp(doer)
        else services.bet(doer.self, found.coin, found.amount, doer.now)
      },
    },
    {
      weight: 12,
      taste: 'bridging',
      networks: ['ETH', 'TRX'],
      run(doer) {
        const other = account(doer.network === 'ETH' ? 'TRX' : 'ETH', doer.person.name)
        const coin = doer.network === 'ETH' ? usdtOnEth : usdtOnTron
        services.bridge(doer.self, other, market.units(coin, dice.mostlySmall(50, 4_000), doer.now), doer.now)
      },
    },
    { weight: 30, taste: 'privacy', networks: ['ETH'], run: mixSome },
    {
      weight: 8,
      taste: 'privacy',
      networks: ['BTC'],
      run: (doer) => pay(doer, account('BTC', 'mixer/cinderbox'), dice.mostlySmall(200, 4_000)),
    },
    {
      weight: 10,
      taste: 'savings',
      networks: ['ETH'],
      run: (doer) => {
        services.save(
          doer.self,
          usdtOnEth,
          market.units(usdtOnEth, dice.mostlySmall(100, 2_000), doer.now),
          doer.now,
        )
      },
    },
  ]

  function habitOf(person: Person, network: WorldNetwork): Habit {
    const known = habits[network].get(person)
    if (known !== undefined) return known
    const open = acts.filter(
      ({ taste, networks }) =>
        (taste === undefined || person.tastes.has(taste)) && (networks?.includes(network) ?? true),
    )
    const habit = { open, weights: open.reduce((sum, { weight }) => sum + weight, 0) }
    habits[network].set(person, habit)
    return habit
  }

  return {
    doSomething(place, network, peers, now) {
      const person = peers[place]
      if (person === undefined) return
      const self = account(network, person.name)
      const { open, weights } = habitOf(person, network)
      let left = dice.unit() * weights
      for (const act of open) {
        left -= act.weight
        if (left < 0) return act.run({ person, place, self, network, peers, now })
      }
    },
  }
}

/** An activity on a network, with its probability. */
type Habit = { readonly open: readonly Act[]; readonly weights: number }

type Act = {
  readonly weight: number
  /** If set, only people with this preference perform the activity. */
  readonly taste?: Taste
  readonly networks?: readonly WorldNetwork[]
  readonly run: (doer: Doer) => void
}

const ethPairs = [
  [eth, usdtOnEth],
  [usdtOnEth, eth],
  [eth, usdc],
  [usdc, eth],
  [usdc, dai],
  [dai, usdc],
] as const
const tronPairs = [
  [trx, usdtOnTron],
  [usdtOnTron, trx],
] as const
