import type { Address } from 'viem'
import { svcVerifierAbi } from '../contracts/svc-verifier-abi.ts'
import type { TransactionQueue } from '../journal/transaction-queue.ts'
import type { SeenApproval } from './chain-minter.ts'

/**
 * Whether the user's own approval stands in a block that is settled. Blocks settle long after a question is answered: who
 * asks again says since when it has been seen, and a block that was taken back counts from now on.
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
