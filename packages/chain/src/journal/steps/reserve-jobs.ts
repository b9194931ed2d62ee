import { countOpen, takeLine } from '../job-store.ts'
import { journalOf } from '../journal-of.ts'
import type { LineContext } from '../line-context.ts'
import { raiseNextNonce, reserveNonces } from '../nonce-store.ts'
import { type ChainView, observeChain } from '../observe-chain.ts'

/** Gives jobs that would work their nonces, as many as may be under way. */
export async function reserveJobs(context: LineContext, view: ChainView): Promise<number> {
  const { db, line, now } = journalOf(context)
  const nonce = await believedNonce(context, view)
  return await db.transaction().execute(async (transaction) => {
    await takeLine(transaction, line)
    const { underWay } = await countOpen(transaction, line)
    const limit = context.policy.maxInFlight - underWay
    if (limit <= 0) return 0
    const next = await raiseNextNonce(transaction, line, nonce)
    return await reserveNonces(transaction, line, { next, limit, now })
  })
}

/** A node that names too high a nonce would leave a gap behind: others must say the same. */
export async function believedNonce(context: LineContext, view: ChainView): Promise<number> {
  if (context.witnesses === 1) return view.nonce
  const agreed = await context.rpc.agreed(
    context.witnesses,
    async (node) => (await observeChain(context, node)).nonce,
    String,
  )
  return agreed?.answer ?? 0
}
