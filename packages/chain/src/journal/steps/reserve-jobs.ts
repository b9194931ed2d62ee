import { countOpen, lockQueue } from '../job-store.ts'
import { journalOf } from '../journal-of.ts'
import { raiseNextNonce, reserveNonces } from '../nonce-store.ts'
import { type ChainView, observeChain } from '../observe-chain.ts'
import type { QueueContext } from '../queue-context.ts'

/** Assigns nonces to simulated jobs, up to the in-flight limit. */
export async function reserveJobs(context: QueueContext, view: ChainView): Promise<number> {
  const { db, queue, now } = journalOf(context)
  const nonce = await agreedNonce(context, view)
  return await db.transaction().execute(async (transaction) => {
    await lockQueue(transaction, queue)
    const { inFlight } = await countOpen(transaction, queue)
    const limit = context.policy.maxInFlight - inFlight
    if (limit <= 0) return 0
    const next = await raiseNextNonce(transaction, queue, nonce)
    return await reserveNonces(transaction, queue, { next, limit, now })
  })
}

/**
 * Returns the chain's next nonce if enough nodes agree on it. If only a single node were trusted and it
 * reported a nonce that is too high, the queue's nonces would have a gap.
 */
export async function agreedNonce(context: QueueContext, view: ChainView): Promise<number> {
  if (context.witnesses === 1) return view.nonce
  const agreed = await context.rpc.quorum(
    context.witnesses,
    async (node) => (await observeChain(context, node)).nonce,
    String,
  )
  return agreed?.value ?? 0
}
