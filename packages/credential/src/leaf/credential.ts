import type { Attributes } from '../attributes/attributes.ts'
import type { CircuitName } from '../keys/circuit-names.ts'
import type { PerformedCheck } from './performed-checks.ts'

/** A number below the field's order in decimal digits: JSON has no such numbers. */
export type FieldText = string

/** A credential as it is handed to its holder. Whoever has it knows the attributes; to prove takes the secret too. */
export type Credential = {
  /** `credentialSchema` for everything that is issued; the circuits have no proof of any other. */
  schema: number
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

/** The part of a credential that is signed. */
export type UnsignedCredential = Omit<Credential, 'keyId' | 'publicKey' | 'signature'>
