import type { CircuitName } from '../keys/circuit-names.ts'
import type { KeyFile, KeyManifest } from '../keys/key-manifest.ts'
import { HolderError } from '../prove/holder-error.ts'

/** Downloads a key file and checks its hash against the manifest. */
export async function loadArtifact(
  from: { baseUrl: string; manifest: KeyManifest<CircuitName> },
  circuit: CircuitName,
  file: KeyFile,
  onBytes: (loaded: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { sha256, bytes: size } = from.manifest.circuits[circuit].files[file]
  const base = from.baseUrl.endsWith('/') ? from.baseUrl : `${from.baseUrl}/`
  // Put the hash in the URL, so that the cache cannot return a file that belongs to older keys.
  const answer = await fetch(`${base}${circuit}/${file}?${sha256.slice(0, 16)}`).catch(notLoaded)
  if (!answer.ok || answer.body === null) throw notLoaded()
  const whole = new Uint8Array(size)
  const reader = answer.body.getReader()
  let loaded = 0
  for (;;) {
    const { done, value } = await reader.read().catch(notLoaded)
    if (done) break
    if (loaded + value.length > size) throw otherFile()
    whole.set(value, loaded)
    loaded += value.length
    onBytes(loaded)
  }
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', whole))
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (loaded !== size || hash !== sha256) throw otherFile()
  return whole
}

function notLoaded(cause?: unknown): never {
  throw new HolderError({
    code: 'proof.keys-not-loaded',
    message: 'The files for the proof could not be loaded.',
    remedy: 'Check the connection and try again.',
    retryable: true,
    cause,
  })
}

function otherFile(): HolderError {
  return new HolderError({
    code: 'proof.keys-changed',
    message: 'The files loaded for the proof are not the expected ones.',
    remedy: 'Reload the page. If it fails again, contact the operator of the service.',
    retryable: true,
  })
}
