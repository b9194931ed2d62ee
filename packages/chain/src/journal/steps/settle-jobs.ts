import { type Hex, numberToHex } from 'viem'
import type { ChainJob, JobTransaction } from '../chain-job.ts'
import { findRevert } from '../decode-revert.ts'
import { inParallel } from '../in-parallel.ts'
import { openJobs, transactionsOf } from '../job-store.ts'
import { journalOf } from '../journal-of.ts'
import type { ChainView } from '../observe-chain.ts'
import type { QueueContext } from '../queue-context.ts'
import { readReceipt } from '../read-receipt.ts'
import { type Inclusion, markIncluded } from '../transaction-store.ts'
import { handleForeignNonce } from './handle-foreign-nonce.ts'

/**
 * Looks for the receipts of jobs whose nonce has been used on the chain. Checks every transaction that was
 * signed with the nonce. If none of them has a receipt, a foreign transaction has used the nonce.
 */
export async function settleJobs(context: QueueContext, view: ChainView): Promise<number> {
  const { db, queue, now } = journalOf(context)
  const jobs = await openJobs(db, queue, ['reserved', 'signed', 'sent'], {
    limit: context.policy.maxInFlight * 2,
  })
  const passed = jobs.filter(({ nonce }) => nonce !== undefined && nonce < view.nonce)
  const signed = await transactionsOf(db, passed)
  const found = await inParallel(passed, context.policy.parallel, async (job) => ({
    job,
    inclusion: await findInclusion(context, job, signed.get(job.id) ?? []),
  }))
  let moved = await markIncluded(
    db,
    found.flatMap(({ inclusion }) => (inclusion ? [inclusion] : [])),
    now,
  )
  for (const { job, inclusion } of found) {
    if (!inclusion) moved += await handleForeignNonce(context, view, job, signed.get(job.id) ?? [])
  }
  return moved
}

async function findInclusion(
  context: QueueContext,
  job: ChainJob,
  transactions: readonly JobTransaction[],
): Promise<Inclusion | undefined> {
  const { rpc, witnesses } = context
  for (const { hash, nonce } of transactions.toReversed()) {
    const agreed = await rpc.quorum(
      witnesses,
      (node) => readReceipt(node, job, hash),
      ({ blockHash, succeeded, gasUsed, logs }) =>
        JSON.stringify([blockHash, succeeded, String(gasUsed), logs]),
    )
    if (!agreed) continue
    const receipt = { ...agreed.value, witnesses: agreed.witnesses }
    const revert = receipt.succeeded ? undefined : await readRevertReason(context, job, receipt)
    return { jobId: job.id, nonce, receipt, ...(revert && { revert }) }
  }
  return undefined
}

/**
 * Finds the revert reason, which is not in the receipt, by repeating the call on the state as it was after
 * the block.
 */
async function readRevertReason(
  context: QueueContext,
  job: ChainJob,
  receipt: { blockNumber: number; gasUsed: bigint },
): Promise<NonNullable<Inclusion['revert']>> {
  if (receipt.gasUsed === job.gas) return { already: false, data: '0x', text: 'the call ran out of gas' }
  const call = {
    from: job.signer,
    ...(job.to !== null && { to: job.to }),
    data: job.data,
    value: numberToHex(job.value),
  }
  try {
    await context.rpc.request('eth_call', [call, numberToHex(receipt.blockNumber)])
  } catch (error) {
    const revert = findRevert(error, context.errors)
    if (revert) return { ...revert, already: job.doneErrors.includes(revert.data.slice(0, 10) as Hex) }
    // The node might have pruned the state of that block. The receipt alone shows that the job failed.
  }
  return {
    already: false,
    data: '0x',
    text: 'the contract reverted for a reason that is no longer available',
  }
}
