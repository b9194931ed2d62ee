import { suggestFees } from './fees.ts'
import { countOpen, openJobs, setWaiting } from './job-store.ts'
import { journalOf } from './journal-of.ts'
import { jobsOfNonces, readNextNonce } from './nonce-store.ts'
import { observeChain } from './observe-chain.ts'
import type { QueueContext } from './queue-context.ts'
import { broadcastJobs } from './steps/broadcast-jobs.ts'
import { fillGaps } from './steps/fill-gaps.ts'
import { finaliseJobs } from './steps/finalise-jobs.ts'
import { replaceStuck } from './steps/replace-stuck.ts'
import { hasLostTransactions, resendLost } from './steps/resend-lost.ts'
import { reserveJobs } from './steps/reserve-jobs.ts'
import { settleJobs } from './steps/settle-jobs.ts'
import { signJobs } from './steps/sign-jobs.ts'
import { simulateJobs } from './steps/simulate-jobs.ts'

/**
 * When the chain first seemed to have lost blocks. Jobs are reopened only after a delay, so that a temporary
 * fault of a node has no effect.
 */
export type StepMemory = { lostSince: number | undefined }

/**
 * Advances all jobs in a queue as far as possible. Each change is committed separately and is based only on
 * data from the store and the chain, so that another process can continue after a crash.
 */
export async function stepQueue(context: QueueContext, memory: StepMemory): Promise<number> {
  const { db, queue } = journalOf(context)
  const open = await countOpen(db, queue)
  if (open.queued + open.inFlight + open.included === 0) return 0

  const look = () => context.rpc.withNode((node) => observeChain(context, node))
  let view = await look()
  let moved = await repairQueue(context, view.nonce, memory)
  const fees = await context.rpc.withNode((node) => suggestFees(node, view, context.policy.maxFeePerGas))

  // Jobs are not simulated while lost transactions are being resent, because the chain's state is incomplete.
  const { recovering, queued, inFlight } = await countOpen(db, queue)
  if (recovering === 0 && queued > 0) {
    const free = context.policy.maxInFlight - inFlight
    if (free > 0) moved += await simulateJobs(context, view, free)
    if (fees) moved += await reserveJobs(context, view)
  }
  if (fees) moved += await signJobs(context, fees)
  else await reportFeeLimit(context)
  moved += await broadcastJobs(context, view)

  view = await look()
  moved += await settleJobs(context, view)
  moved += await finaliseJobs(context, view)
  moved += await replaceStuck(context, view, fees)
  return moved
}

async function repairQueue(context: QueueContext, chainNonce: number, memory: StepMemory): Promise<number> {
  const { db, queue } = journalOf(context)
  const next = await readNextNonce(db, queue)
  if (next === undefined || next <= chainNonce) {
    memory.lostSince = undefined
    return 0
  }
  if (await hasLostTransactions(context, chainNonce)) {
    const now = context.clock.now()
    memory.lostSince ??= now
    if (Math.abs(now - memory.lostSince) < context.policy.lostAfterMs) return 0
    memory.lostSince = undefined
    return await resendLost(context)
  }
  memory.lostSince = undefined
  const [first] = await jobsOfNonces(db, queue, chainNonce, 1)
  return first?.nonce === chainNonce ? 0 : await fillGaps(context, chainNonce)
}

/** Reports jobs that are not signed because fees exceed the operator's limit. */
async function reportFeeLimit(context: QueueContext): Promise<void> {
  const { db, queue, now } = journalOf(context)
  const jobs = await openJobs(db, queue, ['queued', 'reserved'], { limit: context.policy.maxInFlight })
  const unreported = jobs.filter(({ waiting }) => waiting !== 'fee-limit').map(({ id }) => id)
  if (unreported.length === 0) return
  await setWaiting(db, unreported, 'fee-limit', now)
  context.logger.warn({ chainId: context.chainId, jobs: unreported.length }, 'chain fees exceed the limit')
}
