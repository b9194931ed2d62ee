import type { CircuitName } from '../keys/circuit-names.ts'
import type { FieldText } from '../leaf/credential.ts'

/** Why a proof was not accepted. */
export type RejectionReason =
  | 'proof.malformed'
  | 'signal.out-of-field'
  | 'kind.other'
  | 'merchant.other'
  | 'program.other'
  | 'wallet.other'
  | 'chain.other'
  | 'questions.other'
  | 'challenge.other'
  | 'day.out-of-range'
  | 'issuer.not-accepted'
  | 'proof.invalid'
  | 'credential.revoked'

export type Verification =
  | {
      ok: true
      kind: CircuitName
      /** The person, to this program. */
      nullifier: FieldText
      /** The credential, to this program. */
      handle: FieldText
      issuerKey: FieldText
      /** YYYYMMDD. */
      today: number
    }
  | { ok: false; reason: RejectionReason }

export type VerifyRequest = {
  /** As it was sent: nothing about it is believed, not even its shape. */
  proof: unknown
  expected: {
    kind: CircuitName
    merchant: bigint
    program: bigint
    wallet: bigint
    chain: bigint
    /** The hash of the program's question set. */
    questions: FieldText
    /** The caller has drawn it, and lets it be used once. */
    challenge: bigint
  }
  /** See `Issuer.acceptedKeys`. */
  acceptedIssuers: readonly FieldText[]
  /** Whether the issuer has revoked the credential with this handle. */
  isRevoked(handle: FieldText): boolean | Promise<boolean>
}
