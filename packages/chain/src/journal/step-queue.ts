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

/** Since when the chain looks as if it had lost its end: only a hint, so that one node's hiccup does not count. */
export type StepMemory = { lostSince: number | undefined }

/**
 * Moves all jobs of a queue on by what is possible now. Each move is committed by itself; what is decided is decided from
 * the store and the chain alone, so that the next process goes on where this one was killed.
 */
export async function stepQueue(context: QueueContext, memory: StepMemory): Promise<number> {
  const { db, queue } = journalOf(context)
  const open = await countOpen(db, queue)
  if (open.queued + open.inFlight + open.included === 0) return 0

  const look = () => context.rpc.withNode((node) => observeChain(context, node))
  let view = await look()
  let moved = await repairQueue(context, view.nonce, memory)
  const fees = await context.rpc.withNode((node) => suggestFees(node, view, context.policy.maxFeePerGas))

  // On a chain that is being put together again, a simulation would see a state that is not the last one.
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

/** Nothing is signed while the chain asks for more than the operator allows. */
async function reportFeeLimit(context: QueueContext): Promise<void> {
  const { db, queue, now } = journalOf(context)
  const jobs = await openJobs(db, queue, ['queued', 'reserved'], { limit: context.policy.maxInFlight })
  const unreported = jobs.filter(({ waiting }) => waiting !== 'fee-limit').map(({ id }) => id)
  if (unreported.length === 0) return
  await setWaiting(db, unreported, 'fee-limit', now)
  context.logger.warn(
    { chainId: context.chainId, jobs: unreported.length },
    'chain asks for more than the fee limit',
  )
}
