import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import type { CircuitName } from './circuit-names.ts'
import type { KeyFile, KeyManifest } from './key-manifest.ts'

/** Reads a key file and checks its hash against the manifest. */
export async function readKeyFile(
  folder: string,
  manifest: KeyManifest<CircuitName>,
  circuit: CircuitName,
  file: KeyFile,
): Promise<Buffer> {
  const bytes = await readFile(join(folder, circuit, file)).catch((cause: unknown) => {
    throw damaged(circuit, file, cause)
  })
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== manifest.circuits[circuit].files[file].sha256) throw damaged(circuit, file)
  return bytes
}

function damaged(circuit: string, file: string, cause?: unknown): OperatorError {
  return new OperatorError({
    code: 'credential.damaged-keys',
    message: `The file "${circuit}/${file}" does not match the key manifest.`,
    remedy: 'Copy the complete folder of keys again.',
    cause,
  })
}
