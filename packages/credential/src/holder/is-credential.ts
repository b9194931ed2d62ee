import type { Credential } from '../leaf/credential.ts'

/** Whether something that was stored has a credential's shape; only the circuit says whether it is genuine. */
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
