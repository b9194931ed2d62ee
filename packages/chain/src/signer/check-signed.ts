import { OperatorError } from '@touchstone/common'
import {
  type Address,
  type Hex,
  isAddressEqual,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from 'viem'
import type { SignedTransaction, UnsignedTransaction } from './chain-signer.ts'

/**
 * Checks that a remote signer returned the requested transaction. Compares every field and the sender,
 * because a compromised signer could otherwise make the service broadcast a different transaction.
 */
export async function checkSigned(
  requested: UnsignedTransaction,
  sender: Address,
  raw: Hex,
): Promise<SignedTransaction> {
  const wrong = await findDifference(requested, sender, raw).catch(() => 'form')
  if (wrong !== undefined) {
    throw new OperatorError({
      code: 'chain.signer-differs',
      message: `The remote signer signed a transaction that differs from the requested one (${wrong}).`,
      remedy:
        'Nothing was sent. Make sure that the signer is not compromised and does not set transaction fields itself.',
    })
  }
  return { raw, hash: keccak256(raw) }
}

async function findDifference(
  requested: UnsignedTransaction,
  sender: Address,
  raw: Hex,
): Promise<string | undefined> {
  const got = parseTransaction(raw)
  const { fees } = requested
  if ((got.type === 'legacy') !== (fees.form === 'legacy')) return 'type'
  if (got.type !== 'legacy' && got.type !== 'eip1559') return 'type'
  if (got.chainId !== requested.chainId) return 'chain'
  if ((got.nonce ?? 0) !== requested.nonce) return 'nonce'
  if ((got.to?.toLowerCase() ?? null) !== (requested.to?.toLowerCase() ?? null)) return 'receiver'
  if ((got.data ?? '0x').toLowerCase() !== requested.data.toLowerCase()) return 'data'
  if ((got.value ?? 0n) !== requested.value) return 'value'
  if ((got.gas ?? 0n) !== requested.gas) return 'gas'
  if (fees.form === 'legacy' && got.gasPrice !== fees.gasPrice) return 'gas price'
  if (fees.form === 'eip1559') {
    if ((got.maxFeePerGas ?? 0n) !== fees.maxFeePerGas) return 'fee'
    if ((got.maxPriorityFeePerGas ?? 0n) !== fees.maxPriorityFeePerGas) return 'tip'
    if ((got.accessList?.length ?? 0) > 0) return 'access list'
  }
  const from = await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })
  return isAddressEqual(from, sender) ? undefined : 'sender'
}
