import type { TransactionFees, V1WalletTransaction, WalletTransaction } from '@touchstone/contract'
import type { Frame } from '../state/create-frame.ts'

/**
 * The transaction as the published client types it. Its fees are those of a plain transaction, which every chain takes:
 * wallets refuse one with a gas price and the two fields of EIP-1559, so these are null.
 */
export async function pricedTransaction(
  frame: Frame,
  { chainId, from, to, data }: WalletTransaction,
): Promise<V1WalletTransaction> {
  const { gasLimit, gasPrice } = await frame.post<TransactionFees>('/approval/fees', {})
  const hexChain = `0x${Number(chainId).toString(16)}`
  return {
    ...{ from, to, data, chainId: hexChain, gasLimit, gasPrice },
    ...{ maxFeePerGas: null, maxPriorityFeePerGas: null },
  }
}
