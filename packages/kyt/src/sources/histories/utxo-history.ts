import type { BitcoinNetwork } from '../../addresses/networks.ts'
import { nativeCoinOf } from '../../coins/find-coin.ts'
import { type Coins, netTransaction } from '../bitcoin/net-transaction.ts'
import type { HistoryTransfer } from './history-source.ts'
import type { RowFields } from './row-fields.ts'
import { SourceError } from './source-error.ts'

/** A transaction of a chain in the Bitcoin family. */
export type UtxoTransaction = {
  readonly tx: string
  readonly block: number
  readonly blockHash: string
  readonly time: number
  /** Empty if the transaction mints coins. */
  readonly inputs: readonly Coins[]
  readonly outputs: readonly Coins[]
}

/**
 * Returns a function that converts transactions to transfers, and each transaction only once. Transactions
 * can be repeated when a source's pages shift. Throws if a transaction does not involve the address, or if
 * the chain was reorganized between two requests.
 */
export function createUtxoHistory(options: {
  readonly network: BitcoinNetwork
  readonly address: string
  readonly host: string
  readonly fields: RowFields
}): (transactions: readonly UtxoTransaction[]) => HistoryTransfer[] {
  const { network, address, host, fields } = options
  const coin = nativeCoinOf(network).identifier
  const hashes = new Map<number, string>()
  const blocks = new Map<string, number>()

  function transfersOf(transaction: UtxoTransaction): HistoryTransfer[] {
    const { tx, block, blockHash, time, inputs, outputs } = transaction
    const known = blocks.get(tx)
    if ((hashes.get(block) ?? blockHash) !== blockHash || (known ?? block) !== block) {
      throw new SourceError('changed', `${host}: the chain changed while the history was read`)
    }
    hashes.set(block, blockHash)
    blocks.set(tx, block)
    if (known !== undefined) return []
    if (![...inputs, ...outputs].some((coins) => coins.address === address)) {
      throw fields.invalid('transaction of the address')
    }
    try {
      return netTransaction({ coin, tx, block, time, inputs, outputs })
    } catch (error) {
      if (error instanceof RangeError) throw fields.invalid(`transaction: ${error.message}`)
      throw error
    }
  }

  return (transactions) => transactions.flatMap(transfersOf)
}
