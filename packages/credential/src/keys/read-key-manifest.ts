import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import { type CircuitName, circuitNames } from './circuit-names.ts'
import { type KeyManifest, keyFiles } from './key-manifest.ts'

export async function readKeyManifest(folder: string): Promise<KeyManifest<CircuitName>> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    if (isManifest(manifest)) return manifest
  } catch (cause) {
    throw unreadable(cause)
  }
  throw unreadable()
}

function isManifest(value: unknown): value is KeyManifest<CircuitName> {
  const manifest = value as Partial<KeyManifest<CircuitName>> | null
  return (
    manifest?.format === 1 &&
    typeof manifest.development === 'boolean' &&
    circuitNames.every((name) =>
      keyFiles.every((file) => /^[0-9a-f]{64}$/.test(manifest.circuits?.[name]?.files?.[file]?.sha256 ?? '')),
    )
  )
}

function unreadable(cause?: unknown): OperatorError {
  return new OperatorError({
    code: 'credential.no-keys',
    message: 'The manifest of the proof keys can’t be read.',
    remedy: 'Use the output folder of the ceremony (npm run ceremony -- finish).',
    cause,
  })
}
