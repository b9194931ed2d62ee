import { randomUUID } from 'node:crypto'
import { BroadcastChannel } from 'node:worker_threads'
import { createWorkPool, workerFile } from '@touchstone/workers'
import { checkRequest } from './check-request.ts'
import { circuitInputs } from './circuit-inputs.ts'
import type { Proof } from './proof.ts'
import type { ProofRequest } from './proof-request.ts'
import type { ProveOrder } from './prove-node-worker.ts'

export type ProveStep = 'loading' | 'witness' | 'proof'

export type NodeProver = {
  prove(request: ProofRequest, options?: { onProgress?: (step: ProveStep) => void }): Promise<Proof>
  close(): Promise<void>
}

/** Creates proofs in Node.js worker threads, for commands, tests and server-side wallets. */
export function openProver(options: { keys: string; workers?: number; queueLimit?: number }): NodeProver {
  const pool = createWorkPool({
    file: workerFile(import.meta.url, './prove-node-worker.ts'),
    workers: options.workers ?? 1,
    queueLimit: options.queueLimit ?? 16,
    timeLimitMs: 120_000,
    given: { folder: options.keys },
  })
  return {
    async prove(request, { onProgress } = {}) {
      checkRequest(request)
      const channel = `touchstone-proof-${randomUUID()}`
      const progress = new BroadcastChannel(channel)
      progress.onmessage = (event: unknown) => onProgress?.((event as { data: ProveStep }).data)
      try {
        const order: ProveOrder = { kind: request.questions.kind, inputs: circuitInputs(request), channel }
        return await pool.run<Proof>('prove', order)
      } finally {
        progress.close()
      }
    },
    close: () => pool.close(),
  }
}
