import type { Fees } from '../../signer/chain-signer.ts'
import type { ChainJob, JobTransaction } from '../chain-job.ts'
import { feeParts, raiseFees } from '../fees.ts'
import { lockQueue, openJobs, setWaiting, transactionsOf } from '../job-store.ts'
import { journalOf } from '../journal-of.ts'
import type { ChainView } from '../observe-chain.ts'
import type { QueueContext } from '../queue-context.ts'
import { type NewTransaction, storeSigned } from '../transaction-store.ts'
import { signFor } from './sign-jobs.ts'

/**
 * Signs stuck transactions again with a higher fee. Replaces the transaction with the queue's lowest nonce
 * and all other stuck transactions that pay less than the current fee. Keeps the older transactions, because
 * each of them can still be included.
 */
export async function replaceStuck(
  context: QueueContext,
  view: ChainView,
  fees: Fees | undefined,
): Promise<number> {
  const { db, queue, now } = journalOf(context)
  const { policy } = context
  const jobs = (await openJobs(db, queue, ['signed', 'sent'], { limit: policy.maxInFlight * 2 })).filter(
    ({ nonce }) => nonce !== undefined && nonce >= view.nonce,
  )
  const signed = await transactionsOf(db, jobs)
  const cheap = (last: JobTransaction) => fees === undefined || last.maxFee < feeParts(fees).maxFee
  const isStuck = (job: ChainJob, last: JobTransaction) => {
    const sinceSigned = Math.abs(now.getTime() - last.signedAt)
    // If a node always demands a higher fee, sign the transaction again only after the market price has
    // changed or after a delay.
    if (job.waiting === 'underpriced') return cheap(last) || sinceSigned >= policy.rebroadcastMs / 4
    // A transaction that no node has accepted is not stuck, and a higher fee would not help.
    if (!last.offered) return false
    // Elapsed time alone is not sufficient, because a clock can jump and a chain can stop producing blocks.
    const old = Math.abs(now.getTime() - last.offered.at) >= policy.stuckMs
    const passedOver = view.head >= last.offered.block + policy.stuckBlocks
    // If the chain has lost blocks, its height is lower than before.
    return old && (passedOver || view.head < last.offered.block)
  }
  const stuck = jobs.flatMap((job, index) => {
    const last = signed.get(job.id)?.at(-1)
    return last && isStuck(job, last) && (index === 0 || cheap(last)) ? [{ job, last }] : []
  })
  const raised: (NewTransaction & { after: `0x${string}` })[] = []
  for (const { job, last } of stuck) {
    const price = fees && raiseFees(last, fees, policy.maxFeePerGas)
    if (!price) {
      if (job.waiting !== 'fee-limit') {
        context.logger.warn(
          { chainId: context.chainId, job: job.id },
          'fee of chain job would exceed the limit',
        )
        await setWaiting(db, [job.id], 'fee-limit', now)
      }
      continue
    }
    const transaction = await signFor(context, job, price)
    if (transaction) raised.push({ ...transaction, after: last.hash })
  }
  if (raised.length === 0) return 0
  context.logger.info(
    { chainId: context.chainId, jobs: raised.length },
    'raised the fees of stuck transactions',
  )
  return await db.transaction().execute(async (transaction) => {
    await lockQueue(transaction, queue)
    return await storeSigned(transaction, queue, raised, now)
  })
}
