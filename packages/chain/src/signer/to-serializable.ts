import type { TransactionSerializableEIP1559, TransactionSerializableLegacy } from 'viem'
import type { UnsignedTransaction } from './chain-signer.ts'

/** In the form that viem signs. */
export function toSerializable(
  transaction: UnsignedTransaction,
): TransactionSerializableEIP1559 | TransactionSerializableLegacy {
  const { chainId, nonce, data, value, gas, fees } = transaction
  const to = transaction.to ?? undefined
  if (fees.form === 'legacy') {
    return { type: 'legacy', chainId, nonce, to, data, value, gas, gasPrice: fees.gasPrice }
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  return { type: 'eip1559', chainId, nonce, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas }
}
