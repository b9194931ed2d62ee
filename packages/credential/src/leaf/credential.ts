import type { Attributes } from '../attributes/attributes.ts'
import type { CircuitName } from '../keys/circuit-names.ts'
import type { PerformedCheck } from './performed-checks.ts'

/** A field element as a decimal string, because numbers of this size lose precision in JSON. */
export type FieldText = string

/**
 * A credential as returned to its holder. It contains the attributes in plain text. Creating a proof also
 * requires the holder's secret.
 */
export type Credential = {
  /** Always `credentialSchema`. The circuits support no other schema. */
  schema: number
  /**
   * The kind for which the credential was issued. The credential can't be used for proofs of any other kind.
   */
  kind: CircuitName
  /** The checks that were performed before the credential was issued. */
  checks: readonly PerformedCheck[]
  issuerId: FieldText
  /** A random number chosen by the issuer. The revocation handles are derived from it. */
  credentialId: FieldText
  /** The last day of validity, as YYYYMMDD. */
  validUntil: number
  attributes: Attributes
  commitment: FieldText
  /** The issuer key that signed the credential. */
  keyId: string
  publicKey: readonly [FieldText, FieldText]
  signature: { point: readonly [FieldText, FieldText]; s: FieldText }
}

/** The part of a credential that the issuer signs. */
export type UnsignedCredential = Omit<Credential, 'keyId' | 'publicKey' | 'signature'>
