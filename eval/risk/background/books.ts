import type { Transfer } from '@touchstone/kyt'
import { coin } from '../cases/laundering-case.ts'
import { oneUsd } from '../cases/parse-usd.ts'
import type { Draw } from './draw.ts'

/** Records payments. Only services can pay more than their balance. */
export type Books = {
  readonly transfers: readonly Transfer[]
  balanceOf(address: string): bigint
  /** Records one transaction. Returns false if the payer is not a service and has insufficient funds. */
  pay(payment: {
    from: string
    to: readonly { readonly address: string; readonly amount: bigint }[]
    time: number
  }): boolean
}

export const cents = (usd: number): bigint => BigInt(Math.max(1, Math.round(usd * 100))) * (oneUsd / 100n)

/** A block interval in seconds. A payer waits at least this long before spending received funds. */
const blockSeconds = 12

/**
 * Returns a function that assigns times to blocks at the case's block rate, so that generated and recorded
 * transfers share the same blocks.
 */
export function createBlockClock(caseTransfers: readonly Transfer[]): (time: number) => number {
  const first = caseTransfers.at(0)
  const last = caseTransfers.at(-1)
  if (first === undefined || last === undefined) throw new RangeError('a case without a transfer')
  const seconds = last.time - first.time
  const pace =
    seconds > 0 && last.block > first.block ? (last.block - first.block) / seconds : 1 / blockSeconds
  return (time) => Math.max(0, first.block + Math.round((time - first.time) * pace))
}

export function createBooks(options: {
  draw: Draw
  isService: (address: string) => boolean
  blockAt: (time: number) => number
}): Books {
  const { draw, isService, blockAt } = options
  const balances = new Map<string, bigint>()
  const lastReceived = new Map<string, number>()
  const transfers: Transfer[] = []
  const balanceOf = (address: string) => balances.get(address) ?? 0n
  return {
    transfers,
    balanceOf,
    pay({ from, to, time }) {
      const sum = to.reduce((total, { amount }) => total + amount, 0n)
      if (!isService(from) && balanceOf(from) < sum) return false
      // The payment happens strictly after the payer has received all funds, so that the payer's balance is
      // never overdrawn, regardless of the order of rows.
      const when = isService(from) ? time : Math.max(time, (lastReceived.get(from) ?? 0) + blockSeconds)
      const tx = draw.hex(32)
      for (const [position, { address, amount }] of to.entries()) {
        transfers.push({ coin, tx, position, block: blockAt(when), time: when, from, to: address, amount })
        balances.set(from, balanceOf(from) - amount)
        balances.set(address, balanceOf(address) + amount)
        lastReceived.set(address, Math.max(lastReceived.get(address) ?? 0, when))
      }
      return true
    },
  }
}
