import { OperatorError } from '@touchstone/common'
import type { Fees } from '../../signer/chain-signer.ts'
import type { ChainJob } from '../chain-job.ts'
import { feeParts } from '../fees.ts'
import { inParallel } from '../in-parallel.ts'
import { lockQueue, openJobs, setWaiting } from '../job-store.ts'
import { journalOf } from '../journal-of.ts'
import type { QueueContext } from '../queue-context.ts'
import { type NewTransaction, storeSigned } from '../transaction-store.ts'

/**
 * Signs transactions for jobs that have a nonce, and stores the transactions. No transaction is sent before
 * it is stored.
 */
export async function signJobs(context: QueueContext, fees: Fees): Promise<number> {
  const { db, queue, now } = journalOf(context)
  const jobs = await openJobs(db, queue, ['reserved'], { limit: context.policy.maxInFlight })
  if (jobs.length === 0) return 0
  const signed = await inParallel(jobs, context.policy.parallel, (job) => signFor(context, job, fees))
  const kept = signed.flatMap((transaction) => (transaction ? [transaction] : []))
  if (kept.length === 0) return 0
  return await db.transaction().execute(async (transaction) => {
    await lockQueue(transaction, queue)
    return await storeSigned(transaction, queue, kept, now)
  })
}

/** Signs a job's transaction. If the signer fails, returns undefined and the job waits. */
export async function signFor(
  context: QueueContext,
  job: ChainJob,
  fees: Fees,
): Promise<NewTransaction | undefined> {
  const { db, now } = journalOf(context)
  if (job.nonce === undefined || job.gas === undefined) return undefined
  const { chainId } = context
  const { nonce, to, data, value, gas } = job
  try {
    const { raw, hash } = await context.signer.sign({ chainId, nonce, to, data, value, gas, fees })
    return { jobId: job.id, nonce, raw, hash, ...feeParts(fees) }
  } catch (error) {
    const reason = error instanceof OperatorError ? error.code : 'chain.signer'
    context.logger.error({ chainId, job: job.id, reason }, 'chain job could not be signed')
    await setWaiting(db, [job.id], 'signer', now)
    return undefined
  }
}
