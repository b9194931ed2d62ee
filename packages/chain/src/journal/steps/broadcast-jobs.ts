import { NodeError, NoNodeError, RpcResponseError } from '../../rpc/rpc-error.ts'
import type { ChainJob, JobTransaction } from '../chain-job.ts'
import { classifyRefusal, type Refusal } from '../classify-refusal.ts'
import { inParallel } from '../in-parallel.ts'
import { openJobs, setWaiting, transactionsOf } from '../job-store.ts'
import { journalOf } from '../journal-of.ts'
import type { ChainView } from '../observe-chain.ts'
import type { QueueContext } from '../queue-context.ts'
import { markSent } from '../transaction-store.ts'

type Due = { job: ChainJob; transaction: JobTransaction }

const chunkSize = 32

/**
 * Sends signed transactions to all nodes in nonce order. After a while, resends transactions that are not in
 * a block, because nodes can drop them. Sending the same bytes repeatedly is harmless.
 */
export async function broadcastJobs(context: QueueContext, view: ChainView): Promise<number> {
  const { db, queue, now } = journalOf(context)
  const jobs = await openJobs(db, queue, ['signed', 'sent'], { limit: context.policy.maxInFlight * 2 })
  const signed = await transactionsOf(db, jobs)
  const due = jobs.flatMap((job): Due[] => {
    const transaction = signed.get(job.id)?.at(-1)
    // Send the transaction even if a node reports the nonce as used. Otherwise, one dishonest node could
    // prevent the other nodes from receiving the transaction.
    if (!transaction) return []
    return job.status === 'signed' || isDue(transaction, now, context.policy.rebroadcastMs)
      ? [{ job, transaction }]
      : []
  })
  let moved = 0
  for (let start = 0; start < due.length; start += chunkSize) {
    const chunk = due.slice(start, start + chunkSize)
    let stopped = false
    const outcomes = await inParallel(chunk, context.policy.parallel, async (each) => {
      if (stopped) return { ...each, refusal: undefined }
      const refusal = await broadcast(context, each.transaction)
      // The queue's later transactions would also be rejected.
      if (refusal === 'insufficient-funds' || refusal === 'refused') stopped = true
      return { ...each, refusal }
    })
    const taken = outcomes.filter(({ refusal }) => refusal !== undefined && !isTrouble(refusal))
    await db.transaction().execute((transaction) =>
      markSent(
        transaction,
        taken.map((each) => ({ jobId: each.job.id, transaction: each.transaction })),
        { now, head: view.head },
      ),
    )
    moved += taken.length
    for (const { job, refusal } of outcomes) {
      if (refusal === undefined || !isTrouble(refusal) || job.waiting === refusal) continue
      await setWaiting(db, [job.id], refusal, now)
      context.logger.warn({ chainId: context.chainId, job: job.id, waiting: refusal }, 'chain job is waiting')
    }
    if (stopped) break
  }
  return moved
}

/**
 * Use the absolute difference, because the clock could have been set back. Sending too early is harmless, but
 * the transaction must be sent eventually.
 */
function isDue(transaction: JobTransaction, now: Date, afterMs: number): boolean {
  return transaction.sentAt === undefined || Math.abs(now.getTime() - transaction.sentAt) >= afterMs
}

type Trouble = Extract<Refusal, 'insufficient-funds' | 'underpriced' | 'refused'>

function isTrouble(refusal: Refusal | 'taken'): refusal is Trouble {
  return refusal === 'insufficient-funds' || refusal === 'underpriced' || refusal === 'refused'
}

/** Sends a transaction to every node and returns the best result. */
async function broadcast(context: QueueContext, transaction: JobTransaction): Promise<Refusal | 'taken'> {
  const answers = await context.rpc.everyNode(async (node): Promise<Refusal | 'taken'> => {
    try {
      const hash = await node.request('eth_sendRawTransaction', [transaction.raw])
      if (hash !== transaction.hash) {
        throw new NodeError('invalid', `${node.name} returned a hash that does not match the transaction`)
      }
      return 'taken'
    } catch (error) {
      if (!(error instanceof RpcResponseError)) throw error
      const refusal = classifyRefusal(error.message)
      if (refusal === 'refused') {
        const { chainId, logger } = context
        logger.warn({ chainId, node: node.name, reason: error.message }, 'chain node rejected a transaction')
      }
      return refusal
    }
  })
  const order = ['taken', 'known', 'nonce-too-low', 'replacement-underpriced'] as const
  const best = order.find((each) => answers.includes(each))
  const trouble = answers.find((answer): answer is Refusal => !(answer instanceof Error))
  if (best ?? trouble) return (best ?? trouble) as Refusal | 'taken'
  const unknown = answers.find((answer) => answer instanceof Error && !(answer instanceof NodeError))
  if (unknown) throw unknown
  throw new NoNodeError(`no node of chain ${context.chainId} accepts transactions`)
}
