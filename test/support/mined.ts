import type { Hash, PublicClient, TransactionReceipt } from 'viem'
import { vi } from 'vitest'

/**
 * Polls for the receipt of a transaction. viem's `waitForTransactionReceipt` checks for the receipt only when
 * a new block appears. On a chain with one block per transaction, that function never returns if the receipt
 * appears shortly after its block.
 */
export function mined(
  client: Pick<PublicClient, 'getTransactionReceipt'>,
  hash: Hash,
): Promise<TransactionReceipt> {
  return vi.waitFor(() => client.getTransactionReceipt({ hash }), { timeout: 180_000, interval: 20 })
}
