import { type Clock, type Logger, OperatorError } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import { type Abi, createPublicClient, custom, defineChain } from 'viem'
import type { Finality } from '../chains/chain-entry.ts'
import { findEvmChain } from '../chains/find-chain.ts'
import type { ChainRpc } from '../rpc/open-rpc.ts'
import { NoNodeError } from '../rpc/rpc-error.ts'
import type { ChainSigner } from '../signer/chain-signer.ts'
import type { ChainJob, JobRequest } from './chain-job.ts'
import {
  allTransactionsOf,
  changeJobs,
  countJobs,
  findJob,
  insertJob,
  listJobs,
  lockQueue,
} from './job-store.ts'
import { journalOf } from './journal-of.ts'
import { defaultPolicy, type JournalPolicy } from './journal-policy.ts'
import { raiseNextNonce } from './nonce-store.ts'
import { observeChain, readHeader } from './observe-chain.ts'
import type { QueueContext } from './queue-context.ts'
import { type StepMemory, stepQueue } from './step-queue.ts'
import { hasLostTransactions, resendLost } from './steps/resend-lost.ts'
import { agreedNonce } from './steps/reserve-jobs.ts'
import type { TransactionQueue } from './transaction-queue.ts'

export type TransactionQueueOptions = {
  readonly chainId: number
  readonly rpc: ChainRpc
  readonly signer: ChainSigner
  /** The finality rule. Defaults to the rule in the chain table. */
  readonly finality?: Finality
  readonly policy?: Partial<JournalPolicy>
  /** The errors of the called contracts, used to name the reason why a job failed. */
  readonly errors?: Abi
}

/**
 * Opens a signer's queue on one chain and compares the journal with the chain. Opens even if no node is
 * available: requests are stored and executed later.
 */
export async function openTransactionQueue(
  context: { readonly database: Database; readonly clock: Clock; readonly logger: Logger },
  options: TransactionQueueOptions,
): Promise<TransactionQueue> {
  const { chainId, rpc, signer } = options
  const entry = findEvmChain(chainId)
  const finality = options.finality ?? entry?.finality
  if (!finality || rpc.chainId !== chainId) {
    throw new OperatorError({
      code: 'chain.not-configured',
      message: `Chain ${chainId} is unknown and has no configured finality, or its nodes belong to another chain.`,
      remedy: 'Use a supported chain and nodes of that chain.',
    })
  }
  const policy = { ...defaultPolicy, ...(entry && { paceMs: entry.blockMs }), ...options.policy }
  const witnesses = Math.max(1, Math.min(policy.witnesses, rpc.nodes))
  const inner: QueueContext = {
    database: context.database,
    clock: context.clock,
    logger: context.logger,
    chainId,
    rpc,
    signer,
    finality,
    policy,
    errors: options.errors ?? [],
    witnesses,
  }
  const { db, queue: name } = journalOf(inner)
  const now = () => new Date(context.clock.now())
  const wake = createWakeUp()
  const changed = createWakeUp()
  const memory: StepMemory = { lostSince: undefined }

  const queue: TransactionQueue = {
    chainId,
    signerAddress: signer.address,
    client: createPublicClient({
      chain: defineChain({
        id: chainId,
        name: entry?.name ?? `chain ${chainId}`,
        nativeCurrency: { name: entry?.symbol ?? 'ETH', symbol: entry?.symbol ?? 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [] } },
      }),
      transport: custom(
        { request: ({ method, params }) => rpc.request(method, (params ?? []) as unknown[]) },
        { retryCount: 0 },
      ),
    }),
    async request(request) {
      await insertJob(db, name, request, now())
      const job = await findJob(db, chainId, request.key)
      if (!job || !isSameRequest(job, request)) {
        throw new OperatorError({
          code: 'chain.key-reused',
          message: 'A chain job with different content was requested under an existing key.',
          remedy:
            'This is a bug in the calling code. The first job is unaffected. The second job was not executed.',
        })
      }
      wake.ring()
      return job
    },
    find: (key) => findJob(db, chainId, key),
    list: (filter = {}) => listJobs(db, name, { limit: 1000, ...filter }),
    counts: () => countJobs(db, name),
    async transactions(key) {
      const job = await findJob(db, chainId, key)
      return job ? await allTransactionsOf(db, job.id) : []
    },
    async retry(key) {
      const job = await findJob(db, chainId, key)
      if (!job) throw new RangeError('unknown chain job')
      await changeJobs(db, [job.id], ['failed'], {
        status: 'queued',
        gas: null,
        nonce: null,
        reason: null,
        reason_text: null,
        tx_hash: null,
        block_number: null,
        block_hash: null,
        updated_at: now(),
      })
      wake.ring()
      return (await findJob(db, chainId, key)) ?? job
    },
    async step() {
      const moved = await stepQueue(inner, memory)
      if (moved > 0) changed.ring()
      return moved
    },
    async run(signal) {
      while (!signal.aborted) {
        let moved = 0
        try {
          moved = await queue.step()
        } catch (error) {
          const reason = error instanceof Error ? error.message : 'unknown'
          context.logger.error({ chainId, reason }, 'chain queue step failed')
        }
        if (moved === 0) await wake.wait(policy.paceMs, signal)
      }
    },
    async waitFor(key, { signal } = {}) {
      for (;;) {
        signal?.throwIfAborted()
        const job = await findJob(db, chainId, key)
        if (!job) throw new RangeError('unknown chain job')
        if (job.status === 'final' || job.status === 'failed') return job
        await changed.wait(policy.paceMs, signal)
      }
    },
    async reconcile() {
      const view = await rpc.withNode((node) => observeChain(inner, node))
      const nonce = await agreedNonce(inner, view)
      await db.transaction().execute(async (transaction) => {
        await lockQueue(transaction, name)
        await raiseNextNonce(transaction, name, nonce)
      })
      if (await hasLostTransactions(inner, view.nonce)) await resendLost(inner)
    },
    look: () => rpc.withNode((node) => observeChain(inner, node)),
    async hashOf(block) {
      const agreed = await rpc.quorum(
        witnesses,
        async (node) => (await readHeader(node, block))?.hash,
        (hash) => hash,
      )
      return agreed?.value
    },
    pause: (signal) => changed.wait(policy.paceMs, signal),
  }
  try {
    await queue.reconcile()
  } catch (error) {
    if (!(error instanceof NoNodeError)) throw error
    context.logger.warn({ chainId, reason: error.message }, 'chain queue opened, but no node is available')
  }
  return queue
}

/** Returns whether a job and a request would have the same effect on the chain. */
function isSameRequest(job: ChainJob, request: JobRequest): boolean {
  return (
    job.kind === request.kind &&
    job.to === (request.to?.toLowerCase() ?? null) &&
    job.data === request.data.toLowerCase() &&
    job.value === (request.value ?? 0n)
  )
}

/** Lets waiting callers continue early. */
type WakeUp = {
  ring(): void
  /** Resolves when `ring` is called, when the time has passed or when the signal aborts. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

function createWakeUp(): WakeUp {
  let waiting = new Set<() => void>()
  return {
    ring() {
      const woken = waiting
      waiting = new Set()
      for (const wake of woken) wake()
    },
    wait: (milliseconds, signal) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', end)
          waiting.delete(end)
          resolve()
        }
        const timer = setTimeout(end, milliseconds)
        waiting.add(end)
        signal?.addEventListener('abort', end, { once: true })
        if (signal?.aborted) end()
      }),
  }
}
