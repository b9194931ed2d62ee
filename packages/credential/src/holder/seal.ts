const nonceBytes = 12

/**
 * Encrypts with AES-256-GCM. Returns a new nonce and the ciphertext. `label` is authenticated but is not part
 * of the result.
 */
export async function seal(
  keyBytes: Uint8Array<ArrayBuffer>,
  label: string,
  plain: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const nonce = globalThis.crypto.getRandomValues(new Uint8Array(nonceBytes))
  const additionalData = new TextEncoder().encode(label)
  const sealed = await globalThis.crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData },
    await importKey(keyBytes, 'encrypt'),
    plain,
  )
  const all = new Uint8Array(nonceBytes + sealed.byteLength)
  all.set(nonce)
  all.set(new Uint8Array(sealed), nonceBytes)
  return all
}

/**
 * Decrypts. Returns undefined if the key is wrong or the data was changed. These two cases can't be
 * distinguished.
 */
export async function unseal(
  keyBytes: Uint8Array<ArrayBuffer>,
  label: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const additionalData = new TextEncoder().encode(label)
  const key = await importKey(keyBytes, 'decrypt')
  const iv = sealed.subarray(0, nonceBytes)
  return globalThis.crypto.subtle
    .decrypt({ name: 'AES-GCM', iv, additionalData }, key, sealed.subarray(nonceBytes))
    .then((plain) => new Uint8Array(plain))
    .catch(() => undefined)
}

function importKey(bytes: Uint8Array<ArrayBuffer>, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  return globalThis.crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, [use])
}
