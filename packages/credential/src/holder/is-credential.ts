import type { Credential } from '../leaf/credential.ts'

/**
 * Returns whether a stored value has the shape of a credential. Only the circuit checks whether the
 * credential is genuine.
 */
export function isCredential(value: unknown): value is Credential {
  const credential = value as Partial<Credential> | null
  const texts = [
    credential?.issuerId,
    credential?.credentialId,
    credential?.commitment,
    credential?.keyId,
    ...(credential?.publicKey ?? []),
    ...(credential?.signature?.point ?? []),
    credential?.signature?.s,
  ]
  return (
    typeof credential?.schema === 'number' &&
    typeof credential.validUntil === 'number' &&
    typeof credential.attributes === 'object' &&
    texts.length === 9 &&
    texts.every((text) => typeof text === 'string')
  )
}
