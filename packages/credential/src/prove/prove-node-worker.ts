import { BroadcastChannel } from 'node:worker_threads'
import { UserError } from '@touchstone/common'
import { givenToWorker, serveWork } from '@touchstone/workers'
import type { CircuitName } from '../keys/circuit-names.ts'
import { readKeyFile } from '../keys/read-key-file.ts'
import { readKeyManifest } from '../keys/read-key-manifest.ts'
import type { Artifacts } from './artifacts.ts'
import { WitnessError } from './calculate-witness.ts'
import { noProof } from './holder-error.ts'
import { importInThread } from './import-in-thread.ts'
import type { Proof } from './proof.ts'

export type ProveOrder = { kind: CircuitName; inputs: Record<string, bigint>; channel: string }

const { folder } = givenToWorker<{ folder: string }>()
const { proveWith } = await importInThread(() => import('./prove-with.ts'))
const loaded = new Map<CircuitName, Promise<Artifacts>>()

async function load(kind: CircuitName): Promise<Artifacts> {
  const manifest = await readKeyManifest(folder)
  const [wasm, provingKey] = await Promise.all([
    readKeyFile(folder, manifest, kind, 'circuit.wasm'),
    readKeyFile(folder, manifest, kind, 'proving.zkey'),
  ])
  return { circuit: await WebAssembly.compile(new Uint8Array(wasm)), provingKey }
}

async function prove({ kind, inputs, channel }: ProveOrder): Promise<Proof> {
  const progress = new BroadcastChannel(channel)
  try {
    progress.postMessage('loading')
    const artifacts = loaded.get(kind) ?? load(kind)
    loaded.set(kind, artifacts)
    return await proveWith(await artifacts, kind, inputs, (step) => progress.postMessage(step))
  } catch (error) {
    if (!(error instanceof WitnessError)) throw error
    throw new UserError(noProof(error))
  } finally {
    progress.close()
  }
}

export default serveWork({ prove })
