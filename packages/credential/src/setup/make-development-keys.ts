import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zKey } from 'snarkjs'
import { circuitNames, sharedSources } from '../keys/circuit-names.ts'
import type { KeyManifest } from '../keys/key-manifest.ts'
import { type CircuitTools, compileCircuit } from './compile-circuit.ts'
import { developmentBeacon } from './development-beacon.ts'
import { hashFile } from './hash-file.ts'
import { hashSources } from './hash-sources.ts'
import { makeDevelopmentPtau } from './make-development-ptau.ts'
import { newProvingKey } from './new-proving-key.ts'
import { readPtauPower } from './read-ptau-power.ts'
import type { SetupProgress } from './setup-progress.ts'
import { withCurve } from './with-curve.ts'
import { type MadeKey, writeKeys } from './write-keys.ts'

/** All circuits fit into 2^13 constraints. */
const circuitPower = 13

/**
 * Creates reproducible keys, for which anyone can forge proofs. Proofs can be forged even with public powers
 * of tau, because the second phase has no secret contribution. Production uses keys from a ceremony.
 */
export function makeDevelopmentKeys(options: {
  tools: CircuitTools
  versions: KeyManifest['tools']
  sources: string
  to: string
  /** The path to the powers-of-tau file. The file is created if it does not exist. */
  ptau: string
  progress: SetupProgress
}): Promise<KeyManifest> {
  const { tools, versions, sources, to, ptau, progress } = options
  return withCurve(async () => {
    if (!existsSync(ptau)) await makeDevelopmentPtau({ power: circuitPower, to: ptau, progress })
    const folder = await mkdtemp(join(tmpdir(), 'touchstone-keys-'))
    try {
      const made: MadeKey[] = []
      for (const name of circuitNames) {
        progress(`circuit "${name}": compiling`)
        const { r1cs, wasm } = await compileCircuit(tools, { sources, name, to: folder })
        progress(`circuit "${name}": creating its keys`)
        const first = join(folder, `${name}-first.zkey`)
        const provingKey = join(folder, `${name}.zkey`)
        await newProvingKey({ name, r1cs, ptau, to: first })
        const { name: by, hash, iterations } = developmentBeacon
        await zKey.beacon(first, provingKey, by, hash, iterations)
        made.push({ name, sources: await hashSources(sources, name, sharedSources), r1cs, wasm, provingKey })
      }
      await mkdir(to, { recursive: true })
      return await writeKeys(to, made, {
        development: true,
        tools: versions,
        ptau: { power: await readPtauPower(ptau), sha256: await hashFile(ptau) },
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}
