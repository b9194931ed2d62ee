import type { CircuitName } from '../keys/circuit-names.ts'
import type { KeyManifest } from '../keys/key-manifest.ts'
import { checkRequest } from '../prove/check-request.ts'
import { circuitInputs } from '../prove/circuit-inputs.ts'
import { HolderError } from '../prove/holder-error.ts'
import type { Proof } from '../prove/proof.ts'
import type { ProofRequest } from '../prove/proof-request.ts'
import type { ProveProgress, WorkerOrder, WorkerReply, WorkerRole } from './prove-worker.ts'

export type Prover = {
  /** Creates a proof. Throws immediately, with the reasons, if the circuit would reject the request. */
  prove(request: ProofRequest, options?: { onProgress?: (progress: ProveProgress) => void }): Promise<Proof>
  /** Stops the worker and any proof in progress. */
  close(): void
}

/** Creates proofs in a web worker, so that the page stays responsive. */
export function createProver(options: {
  /**
   * Starts the page's worker file, which contains only the line `import
   * '@touchstone/credential/prove-worker'`: `() => new Worker(new URL('./prove-worker.ts',
   * import.meta.url), { type: 'module' })`.
   */
  startWorker: () => Worker
  /** The URL of the folder with the keys. */
  baseUrl: string
  /** The key manifest. It must be part of the page instead of being loaded from `baseUrl`. */
  manifest: KeyManifest<CircuitName>
  /**
   * The number of worker threads. Defaults to the number of cores, but at most four. With 1, no additional
   * threads are started.
   */
  threads?: number
}): Prover {
  const { startWorker, baseUrl, manifest } = options
  const threads = options.threads ?? Math.min(4, globalThis.navigator.hardwareConcurrency || 1)
  let workers: Worker[] = []
  let nextId = 0
  const waiting = new Map<number, (reply: WorkerReply | 'broken') => void>()

  const breakDown = () => {
    for (const worker of workers) worker.terminate()
    workers = []
    for (const hear of [...waiting.values()]) hear('broken')
  }
  const start = () => {
    const started = startWorker()
    started.onmessage = ({ data }: MessageEvent<WorkerReply>) => waiting.get(data.id)?.(data)
    started.onerror = breakDown
    workers.push(started)
    return started
  }
  const open = () => {
    const prover = start()
    if (threads < 2) return prover
    const ports = Array.from({ length: threads }, () => {
      const { port1, port2 } = new MessageChannel()
      start().postMessage({ thread: port1 } satisfies WorkerRole, [port1])
      return port2
    })
    prover.postMessage({ threads: ports } satisfies WorkerRole, ports)
    return prover
  }

  return {
    prove(request, { onProgress } = {}) {
      return new Promise((resolve, reject) => {
        checkRequest(request)
        const worker = workers[0] ?? open()
        const id = nextId++
        waiting.set(id, (reply) => {
          if (reply !== 'broken' && 'progress' in reply) return onProgress?.(reply.progress)
          waiting.delete(id)
          if (reply === 'broken') reject(broken())
          else if ('proof' in reply) resolve(reply.proof)
          else if ('refused' in reply) reject(new HolderError(reply.refused))
          else reject(broken(reply.failed))
        })
        const order: WorkerOrder = {
          id,
          baseUrl: new URL(baseUrl, globalThis.location.href).href,
          manifest,
          kind: request.questions.kind,
          inputs: circuitInputs(request),
        }
        worker.postMessage(order)
      })
    },
    close: breakDown,
  }
}

function broken(cause?: unknown): HolderError {
  return new HolderError({
    code: 'proof.broken-off',
    message: 'The proof could not be completed.',
    remedy: 'Try again. If it fails again, close other pages: the device may be low on memory.',
    retryable: true,
    cause,
  })
}
