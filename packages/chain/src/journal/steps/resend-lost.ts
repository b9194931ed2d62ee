import { lockQueue } from '../job-store.ts'
import { journalOf } from '../journal-of.ts'
import { jobsOfNonces, reopenJobs } from '../nonce-store.ts'
import { observeChain } from '../observe-chain.ts'
import type { QueueContext } from '../queue-context.ts'

const batch = 1000

/** Whether the chain waits for a nonce whose transaction was settled long ago. */
export async function hasLostTransactions(context: QueueContext, chainNonce: number): Promise<boolean> {
  const { db, queue } = journalOf(context)
  const [first] = await jobsOfNonces(db, queue, chainNonce, 1)
  return first !== undefined && first.nonce === chainNonce && isSettled(first.status)
}

/**
 * What was settled and is gone from the chain is under way again with the bytes that were signed then: the same nonces
 * in the same order, so that contracts get the same addresses and nothing can happen twice.
 */
export async function resendLost(context: QueueContext): Promise<number> {
  const { db, queue, now } = journalOf(context)
  const agreed = await context.rpc.quorum(
    context.witnesses,
    async (node) => (await observeChain(context, node)).nonce,
    String,
  )
  if (!agreed) return 0
  let revived = 0
  await db.transaction().execute(async (transaction) => {
    await lockQueue(transaction, queue)
    for (let first = agreed.value; ; ) {
      const jobs = await jobsOfNonces(transaction, queue, first, batch)
      const forgotten = jobs.filter(({ status }) => isSettled(status) || status === 'included')
      await reopenJobs(
        transaction,
        forgotten.map(({ id }) => id),
        now,
      )
      revived += forgotten.length
      const last = jobs.at(-1)
      if (!last || jobs.length < batch) break
      first = last.nonce + 1
    }
  })
  if (revived > 0) {
    context.logger.warn({ chainId: context.chainId, jobs: revived }, 'chain forgot transactions: sent again')
  }
  return revived
}

function isSettled(status: string): boolean {
  return status === 'final' || status === 'failed'
}
