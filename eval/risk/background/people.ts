import type { LaunderingCase } from '../cases/laundering-case.ts'
import { isDepositAddress, type Service } from '../cases/service-rules.ts'
import type { Draw } from './draw.ts'

/**
 * trader: deposits to and withdraws from exchanges; earner: lives on a salary; friend: has only funds that a
 * friend sent; shop and employer: busy and unlabelled; empty: has little or nothing; deposit: an exchange's
 * unlabelled address for one customer.
 */
export type Kind = 'trader' | 'earner' | 'friend' | 'shop' | 'employer' | 'empty' | 'deposit'

export type Person = {
  readonly address: string
  readonly kind: Kind
  /** The exchange's address for withdrawals, and the address to which this person deposits. */
  readonly exchange: string
  readonly depositTo: string
  /** A swap service or bridge that the person uses. */
  readonly swap: string | undefined
  /** A mixer, a casino, or a swap service without identity checks that the person uses. */
  readonly risky: string | undefined
  readonly joined: number
}

export type Population = {
  readonly people: readonly Person[]
  readonly ofKind: Readonly<Record<Kind, readonly Person[]>>
  /** Exchanges that do not occur in the case, with their labels. */
  readonly furtherServices: ReadonlyMap<string, Service>
  readonly exchanges: readonly string[]
}

/** Share of each kind among all people. The remaining people are empty. */
const shares: readonly (readonly [Kind, number])[] = [
  ['shop', 0.01],
  ['employer', 0.007],
  ['trader', 0.5],
  ['earner', 0.28],
  ['friend', 0.14],
]

/**
 * Share of people who use a risky service of this category, if the case has one. Few people use mixers; more
 * people gamble.
 */
const riskyCustomers = { mixer: 0.002, risk_exchange: 0.015, gambling: 0.015 } as const

const furtherNames = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir'].map((name) => `${name} Exchange`)

export function createPopulation(options: {
  draw: Draw
  the: LaunderingCase
  size: number
  start: number
  end: number
}): Population {
  const { draw, the, size, start, end } = options
  const furtherServices = new Map(
    furtherNames.map((name): [string, Service] => [draw.hex(20), { name, category: 'exchange' }]),
  )
  const services = [...the.services]
  const ofCategory = (...wanted: string[]) =>
    services.filter(([, one]) => wanted.includes(one.category) && !isDepositAddress(one)).map(([own]) => own)
  // The exchanges of the case come first and are therefore the busiest.
  const exchanges = [...ofCategory('exchange'), ...furtherServices.keys()]
  const depositServices = services
    .filter(([, service]) => service.category === 'exchange' && isDepositAddress(service))
    .map(([address]) => address)
  const swaps = ofCategory('dex', 'bridge', 'defi', 'nft')
  const risky = Object.entries(riskyCustomers).map(
    ([category, share]) => [services.filter(([, one]) => one.category === category), share] as const,
  )

  const depositTarget = (exchange: string, deposits: Person[], joined: number): string => {
    if (depositServices.length > 0 && draw.chance(0.15)) return draw.pick(depositServices)
    if (!draw.chance(0.3)) return exchange
    const deposit = person('deposit', exchange, exchange, joined)
    deposits.push(deposit)
    return deposit.address
  }
  const person = (kind: Kind, exchange: string, depositTo: string, joined: number): Person => {
    const tempting = risky.find(([found, share]) => found.length > 0 && draw.chance(share))
    return {
      address: draw.hex(20),
      kind,
      exchange,
      depositTo,
      swap: swaps.length > 0 && draw.chance(0.25) ? draw.lean(swaps) : undefined,
      risky: kind === 'deposit' || tempting === undefined ? undefined : draw.pick(tempting[0])[0],
      joined,
    }
  }

  const deposits: Person[] = []
  const kinds = shares.flatMap(([kind, share]) =>
    Array<Kind>(Math.max(2, Math.round(size * share))).fill(kind),
  )
  const people = Array.from({ length: Math.max(size, kinds.length + 2) }, (_, index): Person => {
    const kind = kinds[index] ?? 'empty'
    const exchange = draw.lean(exchanges)
    // Shops and employers exist from the first day, because people of other kinds depend on them.
    const joined = kind === 'shop' || kind === 'employer' ? start : Math.floor(draw.between(start, end))
    const depositTo =
      kind === 'friend' || kind === 'empty' ? exchange : depositTarget(exchange, deposits, joined)
    return person(kind, exchange, depositTo, joined)
  })
  const all = [...people, ...deposits]
  const ofKind = (kind: Kind) => all.filter((one) => one.kind === kind)
  return {
    people: all,
    ofKind: {
      trader: ofKind('trader'),
      earner: ofKind('earner'),
      friend: ofKind('friend'),
      shop: ofKind('shop'),
      employer: ofKind('employer'),
      empty: ofKind('empty'),
      deposit: ofKind('deposit'),
    },
    furtherServices,
    exchanges,
  }
}
