import { lockQueue } from '../job-store.ts'
import { journalOf } from '../journal-of.ts'
import { jobsOfNonces, reopenJobs } from '../nonce-store.ts'
import { observeChain } from '../observe-chain.ts'
import type { QueueContext } from '../queue-context.ts'

const batch = 1000

/** Returns whether the chain expects a nonce whose transaction was already final. */
export async function hasLostTransactions(context: QueueContext, chainNonce: number): Promise<boolean> {
  const { db, queue } = journalOf(context)
  const [first] = await jobsOfNonces(db, queue, chainNonce, 1)
  return first !== undefined && first.nonce === chainNonce && isSettled(first.status)
}

/**
 * Reopens final jobs whose transactions the chain has lost, and resends the stored bytes. Nonces and their
 * order stay the same, so contracts get the same addresses and nothing is executed twice.
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
    context.logger.warn(
      { chainId: context.chainId, jobs: revived },
      'chain lost transactions, resending them',
    )
  }
  return revived
}

function isSettled(status: string): boolean {
  return status === 'final' || status === 'failed'
}
