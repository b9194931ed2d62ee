import type { Attributes } from '../attributes/attributes.ts'

/** A number below the field's order in decimal digits: JSON has no such numbers. */
export type FieldText = string

/** A credential as it is handed to its holder. Whoever has it knows the attributes; to prove takes the secret too. */
export type Credential = {
  schema: number
  issuerId: FieldText
  /** Drawn by the issuer; from it come the handles under which the credential is revoked. */
  credentialId: FieldText
  /** YYYYMMDD, the last day. */
  validUntil: number
  attributes: Attributes
  commitment: FieldText
  /** Which of the issuer's keys has signed it. */
  keyId: string
  publicKey: readonly [FieldText, FieldText]
  signature: { point: readonly [FieldText, FieldText]; s: FieldText }
}

/** What of a credential is signed. */
export type UnsignedCredential = Omit<Credential, 'keyId' | 'publicKey' | 'signature'>
