import type { CircuitName } from '../keys/circuit-names.ts'
import type { KeyManifest } from '../keys/key-manifest.ts'
import type { Artifacts } from '../prove/artifacts.ts'
import { WitnessError } from '../prove/calculate-witness.ts'
import { HolderError, noProof } from '../prove/holder-error.ts'
import type { Proof } from '../prove/proof.ts'
import { proveWith } from '../prove/prove-with.ts'
import { loadArtifact } from './load-artifact.ts'
import { offerThreads } from './offer-threads.ts'
import { serveThread } from './serve-thread.ts'

/**
 * The first message from a page to its workers. All workers run the same script: one worker creates the
 * proof, and the others serve as its threads.
 */
export type WorkerRole = { thread: MessagePort } | { threads: MessagePort[] }

/** A request from the page to the proving worker. */
export type WorkerOrder = {
  id: number
  baseUrl: string
  manifest: KeyManifest<CircuitName>
  kind: CircuitName
  inputs: Record<string, bigint>
}

export type ProveProgress =
  | { step: 'loading'; loaded: number; total: number }
  | { step: 'witness' }
  | { step: 'proof' }

/** An error as plain fields, because messages between threads do not preserve classes. */
export type WorkerReply = { id: number } & (
  | { progress: ProveProgress }
  | { proof: Proof }
  | { refused: ConstructorParameters<typeof HolderError>[0] }
  | { failed: string }
)

/**
 * The global scope of the worker. It is declared here because the types for pages and for workers can't be
 * loaded together.
 */
type WorkerScope = {
  onmessage: (event: MessageEvent<WorkerRole | WorkerOrder>) => void
  postMessage(message: WorkerReply): void
}

const worker = globalThis as unknown as WorkerScope
const loaded = new Map<string, Artifacts>()
let parallel = false

async function load(order: WorkerOrder, tell: (progress: ProveProgress) => void): Promise<Artifacts> {
  const { files } = order.manifest.circuits[order.kind]
  const names = ['circuit.wasm', 'proving.zkey'] as const
  const key = `${order.kind} ${names.map((name) => files[name].sha256).join(' ')}`
  const known = loaded.get(key)
  if (known !== undefined) return known
  const total = names.reduce((sum, name) => sum + files[name].bytes, 0)
  const parts = { 'circuit.wasm': 0, 'proving.zkey': 0 }
  const fetchFile = (name: (typeof names)[number]) =>
    loadArtifact(order, order.kind, name, (bytes) => {
      parts[name] = bytes
      tell({ step: 'loading', loaded: parts['circuit.wasm'] + parts['proving.zkey'], total })
    })
  const [wasm, provingKey] = await Promise.all([fetchFile('circuit.wasm'), fetchFile('proving.zkey')])
  const artifacts = { circuit: await WebAssembly.compile(wasm), provingKey, parallel }
  loaded.set(key, artifacts)
  return artifacts
}

worker.onmessage = ({ data }) => {
  if ('thread' in data) serveThread(data.thread)
  else if ('threads' in data) {
    offerThreads(data.threads)
    parallel = true
  } else void prove(data)
}

async function prove(data: WorkerOrder): Promise<void> {
  const { id, kind, inputs } = data
  const reply = (message: WorkerReply) => worker.postMessage(message)
  const tell = (progress: ProveProgress) => reply({ id, progress })
  try {
    const artifacts = await load(data, tell)
    reply({ id, proof: await proveWith(artifacts, kind, inputs, (step) => tell({ step })) })
  } catch (error) {
    const refused = error instanceof WitnessError ? noProof() : error
    if (refused instanceof HolderError) {
      const { code, message, remedy, retryable, reasons } = refused
      reply({ id, refused: { code, message, remedy, retryable, reasons } })
    } else reply({ id, failed: error instanceof Error ? error.message : 'unknown' })
  }
}
