import type { CircuitName } from '../keys/circuit-names.ts'
import { developmentKeys } from '../keys/development-keys.ts'
import { readKeyFile } from '../keys/read-key-file.ts'
import { readKeyManifest } from '../keys/read-key-manifest.ts'
import type { Artifacts } from '../prove/artifacts.ts'

const loaded = new Map<CircuitName, Promise<Artifacts>>()

/** Loads a circuit's development keys once per thread. */
export function sampleArtifacts(kind: CircuitName): Promise<Artifacts> {
  const artifacts = loaded.get(kind) ?? load(kind)
  loaded.set(kind, artifacts)
  return artifacts
}

async function load(kind: CircuitName): Promise<Artifacts> {
  const manifest = await readKeyManifest(developmentKeys)
  const wasm = await readKeyFile(developmentKeys, manifest, kind, 'circuit.wasm')
  const provingKey = await readKeyFile(developmentKeys, manifest, kind, 'proving.zkey')
  return { circuit: await WebAssembly.compile(new Uint8Array(wasm)), provingKey }
}
