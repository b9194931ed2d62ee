import type { Hash, PublicClient, TransactionReceipt } from 'viem'
import { vi } from 'vitest'

/**
 * The receipt of a transaction, asked for until it is there. viem's `waitForTransactionReceipt` looks only when a new
 * block has come: on a chain that makes a block for each transaction, a receipt that is a moment later than its block
 * is waited for in vain.
 */
export function mined(
  client: Pick<PublicClient, 'getTransactionReceipt'>,
  hash: Hash,
): Promise<TransactionReceipt> {
  return vi.waitFor(() => client.getTransactionReceipt({ hash }), { timeout: 180_000, interval: 20 })
}
