import { hash } from 'node:crypto'
import type { Transfer } from '@touchstone/kyt'
import type { Account, Holding } from './account.ts'
import { blockAt } from './calendar.ts'
import { nativeCoins, type WorldCoin, type WorldNetwork } from './coins.ts'
import type { Dice } from './dice.ts'

export type Move = {
  readonly coin: WorldCoin
  /** `undefined` for funds that are minted. */
  readonly from: Account | undefined
  /** `undefined` for funds that are burned. */
  readonly to: Account | undefined
  /** `rest` means the remaining balance minus the fee. */
  readonly amount: bigint | 'rest'
}

export type Books = {
  /**
   * Records one transaction. If a sender has insufficient funds, records nothing and returns `false`. `payer`
   * pays the fee. Transactions created by the network itself have no fee. On Bitcoin, all senders share the
   * fee.
   */
  transact(now: number, moves: readonly Move[], payer?: Account): boolean
  /** Returns the amount of a coin that the account can spend in a transaction at this time. */
  spendable(account: Account, coin: WorldCoin, now: number): bigint
  /** Returns the transfers recorded since the last call. */
  take(): readonly Transfer[]
}

type Row = {
  coin: WorldCoin
  from: Account | undefined
  to: Account | undefined
  amount: bigint
  fee: boolean
}

const none: readonly Transfer[] = []

export function createBooks(dice: Dice): Books {
  let written: Transfer[] = []
  let transactions = 0

  function transact(now: number, moves: readonly Move[], payer?: Account): boolean {
    const network = moves[0]?.coin.network
    if (network === undefined) return false
    const { block, time } = blockAt(network, now)
    const fees = payer === undefined ? [] : feesOf(dice, network, moves, payer)
    const rows = moves.map((move) => rowOf(move, fees, block))
    for (const fee of fees) rows.push(fee)
    for (const [index, row] of rows.entries()) {
      if (apply(row, block)) continue
      for (const done of rows.slice(0, index)) undo(done)
      return false
    }
    for (const row of rows) settleLater(row)
    const tx = hashOf(network, transactions++)
    rows.forEach(({ coin, from, to, amount, fee }, position) => {
      const sender = textOf(from)
      const receiver = textOf(to)
      written.push(
        fee
          ? { coin: coin.identifier, tx, position, block, time, from: sender, to: receiver, amount, fee }
          : { coin: coin.identifier, tx, position, block, time, from: sender, to: receiver, amount },
      )
    })
    return true
  }

  return {
    transact,
    spendable: (account, coin, now) => holdingAt(account, coin, blockAt(coin.network, now).block).settled,
    take() {
      if (written.length === 0) return none
      const taken = written
      written = []
      return taken
    },
  }
}

function rowOf(move: Move, fees: readonly Row[], block: number): Row {
  const { coin, from, to, amount } = move
  if (amount !== 'rest') return { coin, from, to, amount, fee: false }
  if (from === undefined) throw new RangeError('minted funds have no remaining balance')
  const fee = coin.isNative ? (fees.find((row) => row.from === from)?.amount ?? 0n) : 0n
  return { coin, from, to, amount: holdingAt(from, coin, block).settled - fee, fee: false }
}

/**
 * Funds received in a block can be spent from the next block. Ledgers do not preserve the order of
 * transactions within a block, so balances must be sufficient in any order.
 */
function holdingAt(account: Account, coin: WorldCoin, block: number): Holding {
  const holding = account.holdings[coin.index]
  if (holding === undefined) throw new RangeError(`the account does not hold ${coin.identifier}`)
  if (holding.block < block) {
    holding.settled += holding.fresh
    holding.fresh = 0n
    holding.block = block
  }
  return holding
}

/** Within one transaction, received funds can be spent immediately. */
function apply({ coin, from, to, amount }: Row, block: number): boolean {
  if (amount <= 0n) return false
  if (from !== undefined) {
    const holding = holdingAt(from, coin, block)
    if (holding.settled < amount) return false
    holding.settled -= amount
  }
  if (to !== undefined) holdingAt(to, coin, block).settled += amount
  return true
}

function undo({ coin, from, to, amount }: Row): void {
  const source = from?.holdings[coin.index]
  if (source !== undefined) source.settled += amount
  const target = to?.holdings[coin.index]
  if (target !== undefined) target.settled -= amount
}

function settleLater({ coin, to, amount }: Row): void {
  const holding = to?.holdings[coin.index]
  if (holding === undefined) return
  holding.settled -= amount
  holding.fresh += amount
}

function feesOf(dice: Dice, network: WorldNetwork, moves: readonly Move[], payer: Account): Row[] {
  const coin = nativeCoins[network]
  const isPlain = moves.length === 1 && moves[0]?.coin.isNative === true
  const fee = (from: Account, amount: number): Row => {
    return { coin, from, to: undefined, amount: BigInt(Math.round(amount)), fee: true }
  }
  if (network === 'ETH') {
    const gas = isPlain ? 21_000 : 34_000 + moves.length * 14_000 + dice.below(9_000)
    return [fee(payer, gas * Math.round(dice.mostlySmall(0.4e9, 9e9)))]
  }
  if (network === 'TRX') {
    // Most Tron accounts have enough bandwidth for a plain payment, and half have rented energy for token
    // transfers. They pay no fee.
    if (dice.chance(isPlain ? 0.8 : 0.5)) return []
    return [fee(payer, isPlain ? dice.pick([268_000, 1_100_000]) : dice.pick([6_428_500, 13_025_600]))]
  }
  const senders = [...new Set(moves.flatMap(({ from }) => from ?? []))]
  const size = 11 + 68 * senders.length + 31 * (moves.length + 1)
  const share = (size * Math.round(dice.mostlySmall(1, 24))) / senders.length
  return senders.map((sender) => fee(sender, share))
}

function hashOf(network: WorldNetwork, number: number): string {
  const text = hash('sha256', `demo/${network}/transaction/${number}`)
  return network === 'ETH' ? `0x${text}` : text
}

function textOf(account: Account | undefined): string {
  return account?.address ?? ''
}
