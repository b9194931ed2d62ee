import type { Attributes } from '../attributes/attributes.ts'
import type { CircuitName } from '../keys/circuit-names.ts'
import type { credentialSchema, formerSchema } from '../schema.ts'
import type { PerformedCheck } from './performed-checks.ts'

/** A number below the field's order in decimal digits: JSON has no such numbers. */
export type FieldText = string

/** A credential as it is handed to its holder. Whoever has it knows the attributes; to prove takes the secret too. */
export type Credential = {
  schema: typeof credentialSchema
  /** What it was issued for: it proves nothing of another kind. */
  kind: CircuitName
  /** What was done before it was issued. */
  checks: readonly PerformedCheck[]
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

/** One of the schema before. */
export type FormerCredential = Omit<Credential, 'schema' | 'kind' | 'checks'> & {
  schema: typeof formerSchema
}

/** What a holder may have kept. */
export type AnyCredential = Credential | FormerCredential

type Signature = 'keyId' | 'publicKey' | 'signature'

/** What of a credential is signed. */
export type UnsignedCredential = Omit<Credential, Signature>
export type AnyUnsignedCredential = UnsignedCredential | Omit<FormerCredential, Signature>
