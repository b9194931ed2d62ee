import type { Transfer } from '@touchstone/kyt'
import { coin, type LaunderingCase } from '../cases/laundering-case.ts'
import { oneUsd } from '../cases/parse-usd.ts'
import { placesOf } from '../cases/walk.ts'
import { cents } from './books.ts'
import { createCaseBalances } from './case-balances.ts'
import type { Draw } from './draw.ts'
import type { Person, Population } from './people.ts'

const day = 24 * 3600

/** Share of the case's addresses that also receive a small amount of clean funds. */
const cleanShare = 0.06
/** Share of transfers that are preceded by a small payment for network fees. */
const gasShare = 0.08
/** Share of ordinary people who receive dust; all empty accounts receive it as well. */
const dustedShare = 0.06
const victimsAtOnce = 20

/**
 * Generates the noise of real ledgers: dust, payments for network fees before stolen funds arrive, and clean
 * funds in between. Only the thief's sources pay out more than their recorded receipts, because the stolen
 * funds came from outside the records.
 */
export function makeNoise(options: {
  draw: Draw
  the: LaunderingCase
  population: Population
  blockAt: (time: number) => number
}): { transfers: Transfer[]; dusted: Map<string, bigint> } {
  const { draw, the, population, blockAt } = options
  const first = the.transfers.at(0)?.time ?? 0
  const last = the.transfers.at(-1)?.time ?? 0
  const balances = createCaseBalances(the.transfers)
  const transfers: Transfer[] = []
  const send = (from: string, to: readonly (readonly [string, bigint])[], time: number) => {
    const when = Math.floor(time)
    const tx = draw.hex(32)
    for (const [position, [address, amount]] of to.entries()) {
      transfers.push({ coin, tx, position, block: blockAt(when), time: when, from, to: address, amount })
      balances.book(from, when, -amount)
      balances.book(address, when, amount)
    }
  }
  const canSpare = (from: string, amount: bigint, time: number) =>
    the.sources.has(from) || balances.spareFrom(from, time) >= amount

  const downstream = [...placesOf(the)].filter(([, place]) => place.at === 'downstream').map(([own]) => own)
  for (const address of downstream) {
    if (!draw.chance(cleanShare)) continue
    const amount = cents(Math.min(500, draw.logNormal(70, 0.9)))
    send(draw.pick(population.exchanges), [[address, amount]], draw.between(first - 14 * day, last))
  }

  for (const { from, to, time } of the.transfers) {
    if (the.services.has(from) || the.services.has(to) || from === '' || to === '') continue
    if (!draw.chance(gasShare)) continue
    const amount = cents(draw.between(2, 15))
    const when = time - draw.between(60, 3600)
    if (canSpare(from, amount, when)) send(from, [[to, amount]], when)
  }

  // Dust is sent from addresses that the thief uses, mostly small ones and sometimes the sources.
  const { empty, trader, earner, friend } = population.ofKind
  const strangers = [...trader, ...earner, ...friend].filter(() => draw.chance(dustedShare))
  // Most recipients receive dust once, and a few receive it repeatedly.
  const victims = [...empty, ...strangers].flatMap(
    (one) => Array(draw.powerLaw(1.6, 12)).fill(one) as Person[],
  )
  const sources = [...the.sources]
  const dusted = new Map<string, bigint>()
  while (victims.length > 0) {
    const batch = Array.from({ length: Math.min(victims.length, 1 + draw.below(2 * victimsAtOnce)) }, () => {
      const [victim] = victims.splice(draw.below(victims.length), 1)
      // Rounds an amount to the smallest unit of the coin.
      return [victim?.address ?? '', BigInt(Math.round(draw.logUniform(1, 5 * Number(oneUsd))))] as const
    })
    const sum = batch.reduce((total, [, amount]) => total + amount, 0n)
    const chosen = downstream.length > 0 && draw.chance(0.5) ? draw.pick(downstream) : draw.pick(sources)
    const time = draw.between(balances.firstSeen(chosen) ?? first, last) + 60
    const from = canSpare(chosen, sum, time) ? chosen : draw.pick(sources)
    const when = from === chosen ? time : draw.between(balances.firstSeen(from) ?? first, last) + 60
    send(from, batch, when)
    for (const [address, amount] of batch) dusted.set(address, (dusted.get(address) ?? 0n) + amount)
  }
  return { transfers, dusted }
}
