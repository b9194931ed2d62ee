import type { Address } from 'viem'
import { svcVerifierAbi } from '../contracts/svc-verifier-abi.ts'
import type { TransactionQueue } from '../journal/transaction-queue.ts'
import type { SeenApproval } from './chain-minter.ts'

/**
 * Checks whether the user's own approval is in a final block. Because a block can become final only after
 * several checks, the caller passes the block in which the approval was first seen. If a reorganisation
 * removed that block, the check starts over with the current block.
 */
export async function checkApproval(options: {
  queue: TransactionQueue
  verifier: Address
  cooperator: Address
  user: Address
  seen: SeenApproval | undefined
}): Promise<{ settled: boolean; seen: SeenApproval | undefined }> {
  const { queue, verifier, cooperator, user } = options
  const isApproved = await queue.client.readContract({
    abi: svcVerifierAbi,
    address: verifier,
    functionName: 'hasApproved',
    args: [cooperator, user],
  })
  if (!isApproved) return { settled: false, seen: undefined }
  const { head, headHash, final } = await queue.look()
  const now = { block: head, hash: headHash }
  const seen = options.seen ?? now
  if (final < seen.block) return { settled: false, seen }
  const isSame = (await queue.hashOf(seen.block)) === seen.hash
  return isSame ? { settled: true, seen } : { settled: false, seen: now }
}
