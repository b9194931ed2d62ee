import type { Attributes } from '../attributes/attributes.ts'
import type { CircuitName } from '../keys/circuit-names.ts'
import type { PerformedCheck } from './performed-checks.ts'

/** A field element as a decimal string, because JSON has no numbers of this size. */
export type FieldText = string

/**
 * A credential as returned to its holder. It contains the attributes in plain text. A proof also requires the holder's
 * secret.
 */
export type Credential = {
  /** Always `credentialSchema`. The circuits support no other schema. */
  schema: number
  /** The kind for which it was issued. It can't prove any other kind. */
  kind: CircuitName
  /** The checks performed before it was issued. */
  checks: readonly PerformedCheck[]
  issuerId: FieldText
  /** A random number chosen by the issuer. The revocation handles are derived from it. */
  credentialId: FieldText
  /** Last day of validity, as YYYYMMDD. */
  validUntil: number
  attributes: Attributes
  commitment: FieldText
  /** The issuer key that signed it. */
  keyId: string
  publicKey: readonly [FieldText, FieldText]
  signature: { point: readonly [FieldText, FieldText]; s: FieldText }
}

/** The signed part of a credential. */
export type UnsignedCredential = Omit<Credential, 'keyId' | 'publicKey' | 'signature'>
