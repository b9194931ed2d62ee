import type { Transfer } from '@touchstone/kyt'
import fc from 'fast-check'
import type { BitcoinNetwork } from '../../../packages/kyt/src/addresses/networks.ts'
import { netTransaction } from '../../../packages/kyt/src/sources/bitcoin/net-transaction.ts'
import { ownerOfOutput } from '../../../packages/kyt/src/sources/bitcoin/owner-of-output.ts'

/** A locking script, and the address that explorers show for it. */
export type UtxoParty = { readonly script: string; readonly address?: string }
export type UtxoOutput = UtxoParty & { readonly value: bigint }

/** A transaction that a test server lists. Without inputs, it mints coins. */
export type UtxoListed = {
  readonly txid: string
  readonly block: number
  readonly time: number
  readonly inputs: readonly (UtxoOutput & { readonly txid: string; readonly vout: number })[]
  readonly outputs: readonly UtxoOutput[]
}

export type UtxoChain = { head: { number: number; time: number }; transactions: readonly UtxoListed[] }

export const utxoBlockHash = (block: number) => `b${block.toString(16).padStart(63, '0')}`
export const isListedFor = (address: string) => (transaction: UtxoListed) =>
  [...transaction.inputs, ...transaction.outputs].some((output) => output.address === address)

/**
 * Returns transactions with the given transfers, in which each address has at most one input and one output.
 */
export function utxoTransactionsOf(transfers: readonly Transfer[]): UtxoListed[] {
  const byTx = new Map<string, Transfer[]>()
  for (const transfer of transfers) byTx.set(transfer.tx, [...(byTx.get(transfer.tx) ?? []), transfer])
  return [...byTx].map(([txid, list]) => {
    const sums = (side: 'from' | 'to') => {
      const totals = new Map<string, bigint>()
      for (const transfer of list) {
        if (transfer[side] !== '') {
          totals.set(transfer[side], (totals.get(transfer[side]) ?? 0n) + transfer.amount)
        }
      }
      return [...totals].map(([address, value]) => ({ script: '51', address, value }))
    }
    const { block, time } = list[0] as Transfer
    const inputs = sums('from').map((output, vout) => ({ ...output, txid: 'e'.repeat(64), vout }))
    return { txid, block, time, inputs, outputs: sums('to') }
  })
}

/** Returns an address of the generated histories: the one that owns the bare key with the given index. */
export function utxoAddress(network: BitcoinNetwork, index: number): string {
  return ownerOfOutput({ network, addresses: [], script: bareKeyScript(index) }) ?? ''
}

const bareKeyScript = (index: number) => `2102${index.toString(16).padStart(64, '0')}ac`

/** Generates transactions that involve a few addresses, bare keys and scripts without an address. */
export function utxoHistories(network: BitcoinNetwork) {
  const party = fc.constantFrom<UtxoParty>(
    ...[0, 0, 1, 2, 3].map((index) => ({ script: `76a9${index}0`, address: utxoAddress(network, index) })),
    { script: bareKeyScript(0) },
    { script: '51' },
  )
  const value = fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 10n ** 19n))
  const output = fc.record({ party, value })
  return fc
    .array(
      fc.record({
        block: fc.integer({ min: 1, max: 9 }),
        inputs: fc.array(output, { maxLength: 4 }),
        shares: fc.array(fc.record({ party, share: fc.integer({ min: 0, max: 100 }) }), {
          minLength: 1,
          maxLength: 4,
        }),
      }),
      { maxLength: 60, size: 'max' },
    )
    .map((drawn) =>
      drawn
        .sort((one, other) => one.block - other.block)
        .map(({ block, inputs, shares }, index): UtxoListed => {
          const total = inputs.reduce((sum, input) => sum + input.value, 0n)
          const available = inputs.length === 0 ? 5_000_000_000n : total
          return {
            txid: `a${index.toString(16).padStart(63, '0')}`,
            ...{ block, time: 1_600_000_000 + 600 * block },
            inputs: inputs.map((input, vout) => ({
              ...{ ...input.party, value: input.value, vout },
              txid: `c${index.toString(16).padStart(63, '0')}`,
            })),
            outputs: shares.map(({ party, share }) => ({
              ...party,
              value: (available * BigInt(share)) / (100n * BigInt(shares.length)),
            })),
          }
        }),
    )
}

/** Returns the transfers that a source is expected to report, calculated directly from the transactions. */
export function expectedUtxo(options: {
  readonly network: BitcoinNetwork
  readonly transactions: readonly UtxoListed[]
  readonly address: string
}): Transfer[] {
  const { network, transactions, address } = options
  const coinsOf = ({ script, address, value }: UtxoOutput) => ({
    address: ownerOfOutput({ network, addresses: address === undefined ? [] : [address], script }) ?? '',
    value,
  })
  return transactions.filter(isListedFor(address)).flatMap(({ txid, block, time, inputs, outputs }) =>
    netTransaction({
      ...{ coin: network, tx: txid, block, time },
      inputs: inputs.map(coinsOf),
      outputs: outputs.map(coinsOf),
    }),
  )
}
