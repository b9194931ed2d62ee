import type { Transfer } from '@touchstone/kyt'
import { coin, type LaunderingCase } from '../cases/laundering-case.ts'
import { oneUsd } from '../cases/parse-usd.ts'
import { isOrdinaryService } from '../cases/service-rules.ts'
import { cents, createBlockClock } from './books.ts'
import { createDraw, type Draw } from './draw.ts'

/** Groups of honest users whose addresses are hard to distinguish from those of a thief. */
export const hardGroups = [
  'exchangeCustomer',
  'dustOnly',
  'dustSpender',
  'airdrop',
  'gift',
  'unlabelledService',
  'businessPayee',
] as const
export type HardGroup = (typeof hardGroups)[number]

export type HardUsers = {
  readonly transfers: readonly Transfer[]
  readonly users: ReadonlyMap<string, HardGroup>
}

/** Number of users in each group, for each case. Only test runs use a lower number. */
export const fullGroup = 200

const hour = 3600
const day = 24 * hour

type Kit = {
  readonly draw: Draw
  readonly the: LaunderingCase
  /** Labelled exchanges with legitimate funds. */
  readonly exchanges: readonly string[]
  readonly sources: readonly string[]
  readonly first: number
  readonly last: number
  readonly users: readonly string[]
  pay(from: string, to: readonly (readonly [string, bigint])[], time: number): void
}

/**
 * Generates the honest users of a case who are hard to distinguish from a thief. They transact only with the
 * thief's sources, with labelled services and with addresses that are generated here, so that they do not
 * affect the scores of other addresses. The same case and seed give the same users.
 */
export function generateHardUsers(options: {
  the: LaunderingCase
  seed: number
  perGroup: number
  exchanges: readonly string[]
}): HardUsers {
  const { the, seed, perGroup, exchanges } = options
  const draw = createDraw(`touchstone hard users ${the.name} ${seed}`)
  const blockAt = createBlockClock(the.transfers)
  const first = the.transfers.at(0)?.time ?? 0
  const last = Math.max(the.transfers.at(-1)?.time ?? 0, first + 7 * day)
  const transfers: Transfer[] = []
  const pay: Kit['pay'] = (from, to, at) => {
    const time = Math.floor(at)
    const tx = draw.hex(32)
    for (const [position, [address, amount]] of to.entries())
      transfers.push({ coin, tx, position, block: blockAt(time), time, from, to: address, amount })
  }
  const users = new Map<string, HardGroup>()
  for (const group of hardGroups) {
    const joined = Array.from({ length: perGroup }, () => draw.hex(20))
    live[group]({ draw, the, exchanges, sources: [...the.sources], first, last, users: joined, pay })
    for (const user of joined) users.set(user, group)
  }
  const active = new Set(transfers.flatMap(({ from, to }) => [from, to]))
  return {
    transfers: transfers.sort((a, b) => a.time - b.time),
    users: new Map([...users].filter(([user]) => active.has(user))),
  }
}

const live: Readonly<Record<HardGroup, (kit: Kit) => void>> = {
  /** Withdraws funds from an exchange or a pool soon after a thief deposited a similar amount there. */
  exchangeCustomer({ draw, the, exchanges, users, pay }) {
    const deposits = the.transfers.filter(
      ({ from, to, amount }) =>
        from !== '' &&
        !the.services.has(from) &&
        isOrdinaryService(the.services.get(to)) &&
        amount >= cents(50),
    )
    if (deposits.length === 0) return
    for (const user of users) {
      const deposit = draw.pick(deposits)
      const amount = partOf(draw, deposit.amount, 0.2, 1.5)
      const time = deposit.time + draw.between(60, 6 * hour)
      pay(deposit.to, [[user, amount]], time)
      if (!draw.chance(0.7)) continue
      pay(user, [[draw.pick(exchanges), partOf(draw, amount, 0.1, 1)]], time + draw.between(hour, day))
    }
  },

  /** Has received only dust from a thief and has not spent it. */
  dustOnly({ draw, sources, first, last, users, pay }) {
    for (const user of users) {
      for (let left = draw.powerLaw(1.6, 6); left > 0; left--)
        pay(draw.pick(sources), [[user, dustAmount(draw)]], draw.between(first, last))
    }
  },

  /** Has a small legitimate history, receives less dust than legitimate funds, and spends everything. */
  dustSpender({ draw, exchanges, sources, first, last, users, pay }) {
    for (const user of users) {
      const own = cents(draw.logUniform(2, 40))
      const drawn = dustAmount(draw)
      const dust = drawn < own / 2n ? drawn : own / 2n
      const time = draw.between(first, last)
      pay(draw.pick(exchanges), [[user, own]], time - draw.between(hour, 20 * day))
      pay(draw.pick(sources), [[user, dust]], time)
      pay(user, [[draw.pick(exchanges), own + dust]], time + draw.between(hour, 5 * day))
    }
  },

  /** Receives an equal share of distributed funds, a few per cent of which came from a thief. */
  airdrop({ draw, exchanges, sources, first, last, users, pay }) {
    const waiting = [...users]
    while (waiting.length > 0) {
      const recipients = waiting.splice(0, 40 + draw.below(60))
      const each = cents(draw.logUniform(12, 150))
      const whole = each * BigInt(recipients.length)
      const stolen = partOf(draw, whole, 0.01, 0.08)
      const distributor = draw.hex(20)
      const time = draw.between(first + 2 * day, last)
      pay(draw.pick(sources), [[distributor, stolen]], time - day)
      pay(draw.pick(exchanges), [[distributor, whole - stolen]], time - day / 2)
      const shares = recipients.map((user) => [user, each] as const)
      pay(distributor, shares, time)
      for (const user of recipients) {
        if (draw.chance(0.5)) {
          const income = cents(draw.logNormal(200, 1))
          pay(draw.pick(exchanges), [[user, income]], time - draw.between(hour, 20 * day))
        }
        if (draw.chance(0.5)) pay(user, [[draw.pick(exchanges), partOf(draw, each, 0.2, 1)]], time + day)
      }
    }
  },

  /** Has ordinary funds and receives an unsolicited payment, larger than dust, from a thief. */
  gift({ draw, exchanges, sources, first, last, users, pay }) {
    for (const user of users) {
      const income = cents(draw.logUniform(400, 8000))
      const time = draw.between(first, last)
      pay(draw.pick(exchanges), [[user, income]], time - draw.between(hour, 20 * day))
      pay(draw.pick(sources), [[user, cents(draw.logUniform(10, 60))]], time)
      if (!draw.chance(0.7)) continue
      pay(user, [[draw.pick(exchanges), partOf(draw, income, 0.1, 1)]], time + draw.between(hour, 5 * day))
    }
  },

  /** Deposits to and withdraws from an unlabelled service that a thief has also used. */
  unlabelledService({ draw, exchanges, sources, first, last, users, pay }) {
    const waiting = [...users]
    while (waiting.length > 0) {
      const service = draw.hex(20)
      let volume = 0n
      for (const user of waiting.splice(0, 60 + draw.below(80))) {
        const amount = cents(draw.logNormal(500, 1.2))
        const time = draw.between(first, last)
        pay(draw.pick(exchanges), [[user, amount]], time - draw.between(hour, day))
        pay(user, [[service, amount]], time)
        pay(service, [[user, partOf(draw, amount, 0.5, 0.99)]], time + draw.between(hour / 2, day))
        volume += amount
      }
      pay(draw.pick(sources), [[service, partOf(draw, volume, 0.005, 0.04)]], draw.between(first, last))
    }
  },

  /**
   * Is paid by an unlabelled business. The business's salary funds predate the case, and a thief has also
   * paid the business.
   */
  businessPayee({ draw, exchanges, sources, first, last, users, pay }) {
    const waiting = [...users]
    while (waiting.length > 0) {
      const business = draw.hex(20)
      const payees = waiting.splice(0, 20 + draw.below(40))
      const salaries = payees.map((user) => [user, cents(draw.logUniform(300, 6000))] as const)
      const payroll = salaries.reduce((sum, [, salary]) => sum + salary, 0n)
      for (const part of [2n, 1n])
        pay(draw.pick(exchanges), [[business, part * payroll]], first - draw.between(2 * day, 30 * day))
      pay(draw.pick(sources), [[business, cents(draw.logUniform(30, 2000))]], first + draw.between(hour, day))
      for (let left = 5 + draw.below(20); left > 0; left--) {
        const sale = cents(draw.logUniform(30, 2000))
        pay(draw.pick(exchanges), [[business, sale]], draw.between(first, last))
      }
      pay(business, salaries, draw.between(first + 2 * day, last))
    }
  },
}

/** Draws a random part of an amount. The part is never zero. */
function partOf(draw: Draw, amount: bigint, low: number, high: number): bigint {
  const part = (amount * BigInt(Math.round(draw.between(low, high) * 1000))) / 1000n
  return part > 0n ? part : 1n
}

/** Follows the same distribution as the dust that background users receive. */
const dustAmount = (draw: Draw) => BigInt(Math.round(draw.logUniform(1, 5 * Number(oneUsd))))
