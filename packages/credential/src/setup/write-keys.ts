import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CircuitKeys, KeyManifest } from '../keys/key-manifest.ts'
import { keyFiles } from '../keys/key-manifest.ts'
import { hashFile } from './hash-file.ts'
import { readR1cs } from './read-r1cs.ts'
import { verificationText } from './verification-text.ts'

export type MadeKey = { name: string; sources: string; r1cs: string; wasm: string; provingKey: string }

/** Writes finished keys in the published layout, with a manifest of their hashes. */
export async function writeKeys(
  to: string,
  made: readonly MadeKey[],
  about: Omit<KeyManifest, 'format' | 'circuits'>,
): Promise<KeyManifest> {
  const circuits: Record<string, CircuitKeys> = {}
  for (const { name, sources, r1cs, wasm, provingKey } of made) {
    const folder = join(to, name)
    await mkdir(folder, { recursive: true })
    await cp(wasm, join(folder, 'circuit.wasm'))
    await cp(provingKey, join(folder, 'proving.zkey'))
    await writeFile(join(folder, 'verification.json'), await verificationText(provingKey))
    const files = await Promise.all(
      keyFiles.map(async (file) => {
        const path = join(folder, file)
        return [file, { sha256: await hashFile(path), bytes: (await stat(path)).size }] as const
      }),
    )
    circuits[name] = {
      sources,
      constraints: readR1cs(await readFile(r1cs)).constraintCount,
      files: Object.fromEntries(files) as CircuitKeys['files'],
    }
  }
  const { development, tools, ptau } = about
  const manifest: KeyManifest = { format: 1, development, tools, ptau, circuits }
  await writeFile(join(to, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}
