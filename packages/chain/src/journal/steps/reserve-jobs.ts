import { countOpen, lockQueue } from '../job-store.ts'
import { journalOf } from '../journal-of.ts'
import { raiseNextNonce, reserveNonces } from '../nonce-store.ts'
import { type ChainView, observeChain } from '../observe-chain.ts'
import type { QueueContext } from '../queue-context.ts'

/** Gives jobs that would work their nonces, as many as may be under way. */
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

/** A node that names too high a nonce would leave a gap behind: others must say the same. */
export async function agreedNonce(context: QueueContext, view: ChainView): Promise<number> {
  if (context.witnesses === 1) return view.nonce
  const agreed = await context.rpc.quorum(
    context.witnesses,
    async (node) => (await observeChain(context, node)).nonce,
    String,
  )
  return agreed?.value ?? 0
}
