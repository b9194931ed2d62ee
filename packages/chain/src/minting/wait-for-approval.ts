import type { Address } from 'viem'
import { svcVerifierAbi } from '../contracts/svc-verifier-abi.ts'
import type { ChainLine } from '../journal/chain-line.ts'

/** Looks at the chain's pace until the user's approval stands in a settled block, and still stands after it. */
export async function waitForApproval(options: {
  line: ChainLine
  verifier: Address
  cooperator: Address
  user: Address
  signal?: AbortSignal
}): Promise<void> {
  const { line, verifier, cooperator, user, signal } = options
  const isApproved = () =>
    line.client.readContract({
      abi: svcVerifierAbi,
      address: verifier,
      functionName: 'hasApproved',
      args: [cooperator, user],
    })
  let seen: { block: number; hash: string } | undefined
  for (;;) {
    signal?.throwIfAborted()
    if (!(await isApproved())) seen = undefined
    else {
      const { head, headHash, final } = await line.look()
      seen ??= { block: head, hash: headHash }
      if (final >= seen.block) {
        if ((await line.hashOf(seen.block)) === seen.hash) return
        seen = undefined
        continue
      }
    }
    await line.pause(signal)
  }
}
