/**
 * Derives 32 bytes for one purpose from the SSI wallet's key (HKDF-SHA-256). The bytes for different purposes
 * are independent of each other.
 */
export async function derive(privateKey: Uint8Array, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', new Uint8Array(privateKey), 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode(`touchstone holder: ${purpose}`)
  const bits = await subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    key,
    256,
  )
  return new Uint8Array(bits)
}
