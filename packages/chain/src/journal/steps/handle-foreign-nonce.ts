import type { ChainJob, JobTransaction } from '../chain-job.ts'
import { foreignOf, setForeign } from '../foreign-store.ts'
import { changeJobs } from '../job-store.ts'
import { journalOf } from '../journal-of.ts'
import { type ChainView, observeChain, readHeader, requestOrBusy } from '../observe-chain.ts'
import type { QueueContext } from '../queue-context.ts'
import { gapKind } from './fill-gaps.ts'

/**
 * Handles a job whose nonce was used by a transaction from outside the journal. While the foreign block can
 * be reorganised, one of the job's own transactions could still be included. Once the foreign block is final,
 * returns the job to the queue, where it is simulated again and gets a new nonce.
 */
export async function handleForeignNonce(
  context: QueueContext,
  view: ChainView,
  job: ChainJob,
  transactions: readonly JobTransaction[],
): Promise<number> {
  const { db, now } = journalOf(context)
  const { rpc, witnesses, logger, chainId } = context
  if (job.nonce === undefined || !(await isForeign(context, job.nonce, transactions))) return 0

  const seen = await foreignOf(db, job.id)
  if (!seen) {
    await setForeign(db, job.id, { number: view.head, hash: view.headHash }, now)
    logger.warn({ chainId, job: job.id, nonce: job.nonce }, 'nonce was used by a foreign transaction')
    // On a chain with immediate finality, there is no need to wait.
    if (view.head > settledAt(context, view)) return 0
  }
  const block = seen ?? { number: view.head, hash: view.headHash }
  const settled = await rpc.quorum(
    witnesses,
    async (node) => {
      const now = await observeChain(context, node)
      return settledAt(context, now) >= block.number
        ? (await readHeader(node, block.number))?.hash
        : undefined
    },
    (hash) => hash,
  )
  if (!settled) return 0
  if (settled.value !== block.hash) {
    await setForeign(db, job.id, undefined, now)
    return 0
  }
  const isGap = job.kind === gapKind
  logger.warn({ chainId, job: job.id, nonce: job.nonce }, 'foreign transaction is final')
  return await changeJobs(db, [job.id], ['reserved', 'signed', 'sent'], {
    // The nonce belongs to a gap rather than to a job's transaction, so no further work is needed.
    ...(isGap ? { status: 'final' } : { status: 'queued', nonce: null, gas: null }),
    waiting: null,
    recovering: false,
    foreign_block: null,
    foreign_hash: null,
    updated_at: now,
  })
}

function settledAt({ policy }: QueueContext, view: ChainView): number {
  return Math.min(view.final, view.head - policy.foreignBlocks)
}

/**
 * Returns whether enough nodes report that the nonce is used and that none of the job's transactions has a
 * receipt.
 */
async function isForeign(
  context: QueueContext,
  nonce: number,
  transactions: readonly JobTransaction[],
): Promise<boolean> {
  const agreed = await context.rpc.quorum(
    context.witnesses,
    async (node) => {
      if ((await observeChain(context, node)).nonce <= nonce) return undefined
      for (const { hash } of transactions) {
        if ((await requestOrBusy(node, 'eth_getTransactionReceipt', [hash])) !== null) return undefined
      }
      return true
    },
    String,
  )
  return agreed !== undefined
}
