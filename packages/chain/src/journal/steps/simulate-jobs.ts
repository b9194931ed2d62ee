import { type Hex, numberToHex } from 'viem'
import { RpcResponseError } from '../../rpc/rpc-error.ts'
import type { RpcNode } from '../../rpc/rpc-node.ts'
import type { ChainJob, WaitReason } from '../chain-job.ts'
import { classifyRefusal } from '../classify-refusal.ts'
import { findRevert, type Revert } from '../decode-revert.ts'
import { inParallel } from '../in-parallel.ts'
import { changeJobs, openJobs, setWaiting } from '../job-store.ts'
import { journalOf } from '../journal-of.ts'
import { type ChainView, requestOrBusy } from '../observe-chain.ts'
import type { QueueContext } from '../queue-context.ts'
import { storeGas } from '../transaction-store.ts'

type Outcome = { gas: bigint } | { revert: Revert } | { waiting: WaitReason }

/**
 * Simulates queued jobs on the current state. If the simulation succeeds, the job's gas is stored and the job
 * can get a nonce. If it reverts, the job fails without using a nonce. If the contract reports that the call
 * was already executed, the job counts as included in the current block.
 */
export async function simulateJobs(context: QueueContext, view: ChainView, limit: number): Promise<number> {
  const { db, queue, now } = journalOf(context)
  const jobs = await openJobs(db, queue, ['queued'], { limit, simulated: false })
  const hasCode = createCodeCheck()
  const outcomes = await inParallel(jobs, context.policy.parallel, async (job) => ({
    job,
    outcome: await simulate({ context, view, hasCode }, job),
  }))
  let moved = await storeGas(
    db,
    outcomes.flatMap(({ job, outcome }) => ('gas' in outcome ? [{ id: job.id, gas: outcome.gas }] : [])),
    now,
  )
  for (const { job, outcome } of outcomes) {
    if ('waiting' in outcome) {
      await setWaiting(db, [job.id], outcome.waiting, now)
      context.logger.warn(
        { chainId: context.chainId, job: job.id, waiting: outcome.waiting },
        'chain job is waiting',
      )
    }
    if (!('revert' in outcome)) continue
    const { revert } = outcome
    const done = job.doneErrors.includes(revert.data.slice(0, 10) as Hex)
    moved += await changeJobs(db, [job.id], ['queued'], {
      waiting: null,
      updated_at: now,
      ...(done
        ? {
            status: 'included',
            already: revert.data,
            block_number: view.head,
            block_hash: view.headHash,
            witnesses: context.witnesses,
          }
        : { status: 'failed', reason: 'chain.reverted', reason_text: revert.text }),
    })
  }
  return moved
}

type Simulation = { context: QueueContext; view: ChainView; hasCode: CodeCheck }

async function simulate(simulation: Simulation, job: ChainJob): Promise<Outcome> {
  const { context, view } = simulation
  const { rpc, policy, witnesses } = context
  const call = {
    from: job.signer,
    ...(job.to !== null && { to: job.to }),
    data: job.data,
    value: numberToHex(job.value),
  }
  const first = await rpc.withNode((node) => estimate(simulation, node, job, call))
  if (!('revert' in first)) return withMargin(first, policy.gasMarginPercent)
  // If there are several nodes, a job fails or completes only if a second node gives the same response.
  const block = numberToHex(view.head)
  const agreed = await rpc.quorum(
    witnesses,
    async (node): Promise<Outcome | undefined> => {
      try {
        await node.request('eth_call', [call, block])
        return await estimate(simulation, node, job, call)
      } catch (error) {
        const revert = findRevert(error, context.errors)
        if (revert) return { revert }
        if (error instanceof RpcResponseError) return undefined
        throw error
      }
    },
    (outcome) => ('revert' in outcome ? outcome.revert.data : 'works'),
  )
  return agreed ? withMargin(agreed.value, policy.gasMarginPercent) : { waiting: 'second-node' }
}

async function estimate(
  { context, hasCode }: Simulation,
  node: RpcNode,
  job: ChainJob,
  call: object,
): Promise<Outcome> {
  // Check that the address has code, because a call to an address without code always succeeds without any
  // effect.
  if (job.to !== null && job.data !== '0x' && !(await hasCode(node, job.to)))
    return { waiting: 'no-contract' }
  try {
    return { gas: BigInt(String(await node.request('eth_estimateGas', [call]))) }
  } catch (error) {
    const revert = findRevert(error, context.errors)
    if (revert) return { revert }
    if (!(error instanceof RpcResponseError)) throw error
    const refusal = classifyRefusal(error.message)
    return { waiting: refusal === 'insufficient-funds' ? refusal : 'refused' }
  }
}

type CodeCheck = (node: RpcNode, address: string) => Promise<boolean>

/** Caches the result per node and address, because most jobs in a queue call the same contract. */
function createCodeCheck(): CodeCheck {
  const known = new Map<string, Promise<boolean>>()
  return (node, address) => {
    const name = `${node.name} ${address}`
    const found =
      known.get(name) ??
      requestOrBusy(node, 'eth_getCode', [address, 'latest']).then((code) => code !== '0x' && code !== null)
    known.set(name, found)
    return found
  }
}

function withMargin(outcome: Outcome, percent: number): Outcome {
  return 'gas' in outcome ? { gas: outcome.gas + (outcome.gas * BigInt(percent)) / 100n } : outcome
}
