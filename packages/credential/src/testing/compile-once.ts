import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CircuitName, sharedSources } from '../keys/circuit-names.ts'
import { type CompiledCircuit, compileCircuit } from '../setup/compile-circuit.ts'
import { hashSources } from '../setup/hash-sources.ts'
import { circuitSources, circuitTools, toolVersions } from './circuit-tools.ts'

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/circuits', import.meta.url))

/**
 * Compiles one of the repository's circuits. The result is cached until the sources or the compiler change.
 */
export async function compileOnce(name: CircuitName): Promise<CompiledCircuit> {
  const { circom2, circomlib } = toolVersions
  const sources = await hashSources(circuitSources, name, sharedSources)
  const folder = join(cache, `${name}-${circom2}-${circomlib}-${sources}`)
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true })
    const draft = await mkdtemp(join(cache, 'draft-'))
    await compileCircuit(circuitTools, { sources: circuitSources, name, to: draft })
    // Another process could have finished first. The other process's output is identical, so this process's
    // output is not needed.
    await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  }
  return {
    r1cs: join(folder, `${name}.r1cs`),
    wasm: join(folder, `${name}.wasm`),
    symbols: join(folder, `${name}.sym`),
  }
}
