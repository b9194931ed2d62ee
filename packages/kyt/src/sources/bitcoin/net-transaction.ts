import type { Transfer } from '../../imports/transfer.ts'

export type Coins = { readonly address: string; readonly value: bigint }

export type NetTransactionParameters = {
  readonly coin: string
  readonly tx: string
  readonly block: number
  readonly time: number
  /** Empty if the transaction mints coins (coinbase). */
  readonly inputs: readonly Coins[]
  readonly outputs: readonly Coins[]
}

type Side = { readonly address: string; readonly amount: bigint }

/**
 * Maximum number of sender-receiver pairs for a proportional split. Without this limit, a coinjoin with a
 * thousand participants would produce a million rows.
 */
const mostPairs = 1024

/**
 * Derives transfers between addresses from a transaction's inputs and outputs.
 *
 * First nets each address's inputs and outputs, so that change returned to an input address is not a
 * transfer. Change to a new address counts as a transfer, because it cannot be reliably distinguished from a
 * payment, and a wrong guess would hide a receiver.
 *
 * The fee is the inputs minus the outputs. The fee is split among the senders in proportion to their
 * spending. The remaining amount is split proportionally among all sender-receiver pairs. Above 1024 pairs,
 * receivers are filled in sequence instead (north-west corner rule), which needs fewer rows than there are
 * senders and receivers. Both methods are exact in integers: an address's rows always add up to its outputs
 * minus its inputs.
 *
 * Sorts addresses by their text and numbers the rows in this order, with fees last, so that every source
 * produces the same transfers for a transaction.
 *
 * @throws RangeError for amounts that no valid transaction has.
 */
export function netTransaction(parameters: NetTransactionParameters): Transfer[] {
  const { coin, tx, block, time, inputs, outputs } = parameters
  const { senders, receivers, fee } = net(inputs, outputs)
  const rows: { from: string; to: string; amount: bigint; fee?: true }[] = []
  const add = (from: string, to: string, amount: bigint) => {
    if (amount > 0n) rows.push({ from, to, amount })
  }

  if (inputs.length === 0) {
    for (const receiver of receivers) add('', receiver.address, receiver.amount)
  } else {
    const fees = shares(
      fee,
      senders.map((sender) => sender.amount),
    )
    const payers = senders.map(({ address, amount }, index) => ({
      address,
      amount: amount - (fees[index] ?? 0n),
    }))
    const allocate = payers.length * receivers.length > mostPairs ? fillInOrder : spread
    allocate(payers, receivers, add)
    for (const [index, sender] of senders.entries()) {
      const share = fees[index] ?? 0n
      if (share > 0n) rows.push({ from: sender.address, to: '', amount: share, fee: true })
    }
  }
  return rows.map((row, position) => ({ coin, tx, position, block, time, ...row }))
}

function net(inputs: readonly Coins[], outputs: readonly Coins[]) {
  const balances = new Map<string, bigint>()
  let fee = 0n
  const book = (coins: readonly Coins[], sign: bigint) => {
    for (const { address, value } of coins) {
      if (value < 0n) throw new RangeError('an amount is negative')
      balances.set(address, (balances.get(address) ?? 0n) + sign * value)
      fee -= sign * value
    }
  }
  book(inputs, -1n)
  book(outputs, 1n)
  if (inputs.length > 0 && fee < 0n) throw new RangeError('the outputs are worth more than the inputs')

  const sorted = [...balances].sort(([left], [right]) => (left < right ? -1 : 1))
  const side = (sign: bigint): Side[] =>
    sorted
      .map(([address, balance]) => ({ address, amount: sign * balance }))
      .filter(({ amount }) => amount > 0n)
  return { senders: side(-1n), receivers: side(1n), fee }
}

/**
 * Splits `total` (at most the sum of the weights) in proportion to the weights. Rounds the running sum
 * instead of each share, so that the shares add up exactly and none exceeds its weight.
 */
function shares(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((left, right) => left + right, 0n)
  if (sum === 0n) return weights.map(() => 0n)
  let running = 0n
  let given = 0n
  return weights.map((weight) => {
    running += weight
    const upTo = (total * running) / sum
    const share = upTo - given
    given = upTo
    return share
  })
}

type Add = (from: string, to: string, amount: bigint) => void

function spread(senders: readonly Side[], receivers: readonly Side[], add: Add): void {
  let open = receivers.map(({ amount }) => amount)
  for (const sender of senders) {
    const cut = shares(sender.amount, open)
    for (const [index, receiver] of receivers.entries())
      add(sender.address, receiver.address, cut[index] ?? 0n)
    open = open.map((amount, index) => amount - (cut[index] ?? 0n))
  }
}

function fillInOrder(senders: readonly Side[], receivers: readonly Side[], add: Add): void {
  const waiting = receivers.values()
  let receiver = waiting.next().value
  let open = receiver?.amount ?? 0n
  for (const sender of senders) {
    let left = sender.amount
    while (left > 0n && receiver) {
      const amount = smaller(left, open)
      add(sender.address, receiver.address, amount)
      left -= amount
      open -= amount
      if (open === 0n) {
        receiver = waiting.next().value
        open = receiver?.amount ?? 0n
      }
    }
  }
}

/** Returns the smaller of two values. Math.min does not accept bigint. */
function smaller(left: bigint, right: bigint): bigint {
  if (left < right) return left
  return right
}
