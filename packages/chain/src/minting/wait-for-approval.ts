import type { Address } from 'viem'
import type { ChainLine } from '../journal/chain-line.ts'
import type { SeenApproval } from './chain-minter.ts'
import { lookForApproval } from './look-for-approval.ts'

/** Looks at the chain's pace until the user's approval stands in a settled block, and still stands after it. */
export async function waitForApproval(options: {
  line: ChainLine
  verifier: Address
  cooperator: Address
  user: Address
  signal?: AbortSignal
}): Promise<void> {
  const { line, signal } = options
  let seen: SeenApproval | undefined
  for (;;) {
    signal?.throwIfAborted()
    const looked = await lookForApproval({ ...options, seen })
    if (looked.settled) return
    seen = looked.seen
    await line.pause(signal)
  }
}
