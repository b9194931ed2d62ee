import type { Hex } from 'viem'
import type { ChainJob } from '../chain-job.ts'
import { inParallel } from '../in-parallel.ts'
import { includedJobs, undoInclusion } from '../included-store.ts'
import { changeJobs, setWaiting } from '../job-store.ts'
import { journalOf } from '../journal-of.ts'
import { type ChainView, observeChain, readHeader } from '../observe-chain.ts'
import type { QueueContext } from '../queue-context.ts'

/**
 * Completes included jobs whose block is final and still part of the chain. Their status becomes final, or
 * failed if the contract reverted. Resends jobs whose block was reorganised. Compares the hashes of blocks,
 * so that one request covers all jobs in a block.
 */
export async function finaliseJobs(context: QueueContext, view: ChainView): Promise<number> {
  const { db, queue, now } = journalOf(context)
  const jobs = await includedJobs(db, queue, context.policy.maxInFlight * 4)
  // The chain no longer counts the job's nonce as used, so the block must have been reorganised and the job
  // need not wait for finality.
  const undone = jobs.filter(({ job }) => job.receipt && job.nonce !== undefined && job.nonce >= view.nonce)
  const rest = jobs.filter((each) => !undone.includes(each))
  const blocks = new Set(rest.flatMap(({ block }) => (block <= view.final ? [block] : [])))
  const settled = await settledHashes(context, [...blocks])

  const done = (each: (typeof jobs)[number]) => settled.get(each.block) === each.hash
  const gone = rest.filter(({ block, hash }) => settled.has(block) && settled.get(block) !== hash)
  const lonely = rest.filter(({ block }) => blocks.has(block) && !settled.has(block))
  if (context.witnesses > 1) {
    await setWaiting(db, idsOf(lonely.filter(({ job }) => job.waiting === undefined)), 'second-node', now)
  }
  const ended = rest.filter(done)
  const worked = ended.filter(({ job }) => !job.receipt || job.receipt.succeeded || job.already !== undefined)
  const failed = ended.filter((each) => !worked.includes(each))
  const settle = (list: typeof ended, status: 'final' | 'failed') =>
    changeJobs(db, idsOf(list), ['included'], { status, waiting: null, updated_at: now })
  const moved = (await settle(worked, 'final')) + (await settle(failed, 'failed'))
  const back = [...undone, ...gone]
  if (back.length > 0) {
    context.logger.warn(
      { chainId: context.chainId, jobs: back.length },
      'blocks with our transactions were reorganised',
    )
  }
  return moved + (await undoInclusion(db, idsOf(back), now))
}

function idsOf(list: readonly { job: ChainJob }[]): number[] {
  return list.map(({ job }) => job.id)
}

/** Returns the hashes of the given blocks that are final and on which enough nodes agree. */
async function settledHashes(context: QueueContext, blocks: readonly number[]): Promise<Map<number, Hex>> {
  const finals = new Map<string, Promise<{ final: number }>>()
  const found = new Map<number, Hex>()
  await inParallel(blocks, context.policy.parallel, async (block) => {
    const agreed = await context.rpc.quorum(
      context.witnesses,
      async (node) => {
        const known = finals.get(node.name) ?? observeChain(context, node)
        finals.set(node.name, known)
        return (await known).final >= block ? (await readHeader(node, block))?.hash : undefined
      },
      (hash) => hash,
    )
    if (agreed) found.set(block, agreed.value)
  })
  return found
}
