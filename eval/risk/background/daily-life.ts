import { type Books, cents } from './books.ts'
import type { Draw } from './draw.ts'
import type { Person, Population } from './people.ts'

const minute = 60
const day = 24 * 60 * minute
const payday = 14 * day

/** Maximum amount of a single payment. */
const mostUsd = 400_000

/**
 * Simulates everyday payments from `start` to `end`: first plans all activities, then runs them in
 * chronological order.
 */
export function liveDailyLife(options: {
  draw: Draw
  population: Population
  books: Books
  start: number
  end: number
}): void {
  const { draw, population, books, start, end } = options
  const {
    trader: traders,
    earner: earners,
    friend: friends,
    shop: shops,
    employer: employers,
  } = population.ofKind
  const deposits = new Map(population.ofKind.deposit.map((one) => [one.address, one]))
  const agenda: { time: number; act: (time: number) => void }[] = []
  const plan = (time: number, act: (time: number) => void) => {
    if (time <= end) agenda.push({ time: Math.floor(time), act })
  }
  const usd = (median: number, sigma: number) => cents(Math.min(mostUsd, draw.logNormal(median, sigma)))
  const pay = (from: string, to: string, amount: bigint, time: number) =>
    books.pay({ from, to: [{ address: to, amount }], time })
  const venueOf = (person: Person, usual: string) =>
    person.risky !== undefined && draw.chance(0.5) ? person.risky : usual

  const withdraw = (person: Person, amount: bigint, time: number) =>
    pay(venueOf(person, person.exchange), person.address, amount, time)

  /**
   * Returns how much of a requested amount is available. Traders first withdraw the missing amount from their
   * exchange.
   */
  const fetch = (person: Person, wanted: bigint, time: number): bigint => {
    const held = books.balanceOf(person.address)
    if (held >= wanted) return wanted
    if (person.kind === 'trader' || person.kind === 'employer') {
      const topUp = wanted * BigInt(person.kind === 'trader' ? 1 + draw.below(3) : 5 + draw.below(15))
      withdraw(person, topUp, time - (5 + draw.below(60)) * minute)
      return wanted
    }
    return (held * BigInt(40 + draw.below(60))) / 100n
  }
  const spend = (person: Person, to: string, wanted: bigint, time: number): boolean => {
    const amount = fetch(person, wanted, time)
    return amount > 0n && pay(person.address, to, amount, time)
  }
  const deposit = (person: Person, wanted: bigint, time: number) => {
    const to = venueOf(person, person.depositTo)
    if (!spend(person, to, wanted, time)) return
    const own = deposits.get(to)
    // The exchange moves customer deposits to its known address.
    if (own !== undefined) pay(to, own.exchange, books.balanceOf(to), time + (5 + draw.below(1000)) * minute)
  }
  /** Swaps or bridges funds. In most cases, a slightly smaller amount returns a minute later. */
  const swap = (person: Person, time: number) => {
    if (person.swap === undefined) return withdraw(person, usd(400, 1.5), time)
    const amount = fetch(person, usd(250, 1.4), time)
    if (amount === 0n || !pay(person.address, person.swap, amount, time)) return
    if (draw.chance(0.8)) pay(person.swap, person.address, (amount * 997n) / 1000n, time + minute)
  }
  const others = [...traders, ...earners]
  const befriend = (person: Person, time: number) => {
    const other = draw.lean(others)
    if (other !== person) spend(person, other.address, usd(60, 1.3), time)
  }
  const buy = (person: Person, time: number) => spend(person, draw.lean(shops).address, usd(35, 1.1), time)

  for (const person of traders) {
    plan(person.joined, (time) => withdraw(person, usd(400, 1.6), time))
    for (let left = draw.powerLaw(1.2, 200); left > 0; left--) {
      const what = draw.unit()
      plan(draw.between(person.joined, end), (time) => {
        if (what < 0.28) withdraw(person, usd(400, 1.6), time)
        else if (what < 0.52) deposit(person, usd(300, 1.5), time)
        else if (what < 0.72) befriend(person, time)
        else if (what < 0.88) buy(person, time)
        else swap(person, time)
      })
    }
  }
  for (const person of earners) {
    const employer = draw.lean(employers)
    const salary = usd(2200, 0.5)
    for (let time = person.joined; time <= end; time += payday)
      plan(time, (now) => spend(employer, person.address, salary, now))
    for (let left = draw.powerLaw(1.2, 200); left > 0; left--) {
      const what = draw.unit()
      plan(draw.between(person.joined, end), (time) => {
        if (what < 0.5) buy(person, time)
        else if (what < 0.78) befriend(person, time)
        else deposit(person, usd(500, 1), time)
      })
    }
  }
  const give = (to: Person, amount: bigint, time: number) => {
    const giver = draw.lean(others)
    if (!spend(giver, to.address, amount, time)) spend(draw.pick(traders), to.address, amount, time)
  }
  for (const person of friends) {
    for (let left = 1 + draw.below(3); left > 0; left--)
      plan(draw.between(person.joined, end), (time) => give(person, usd(50, 1.2), time))
    if (draw.chance(0.3)) plan(draw.between(person.joined, end), (time) => buy(person, time))
  }
  // All other empty accounts receive only dust.
  for (const person of population.ofKind.empty)
    if (draw.chance(0.5))
      plan(draw.between(start, end), (time) => give(person, cents(draw.between(1, 15)), time))
  for (const person of shops) {
    for (let time = start + draw.below(4 * day); time <= end; time += draw.between(2, 8) * day) {
      plan(time, (now) => {
        const held = books.balanceOf(person.address)
        if (held < cents(20)) return
        if (draw.chance(0.2)) spend(person, draw.lean(others).address, held / 4n, now)
        deposit(person, (held * BigInt(40 + draw.below(35))) / 100n, now)
      })
    }
  }
  // The sort is stable, so activities in the same second run in the order in which they were planned.
  for (const { time, act } of agenda.sort((a, b) => a.time - b.time)) act(time)
}
