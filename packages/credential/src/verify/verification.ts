import type { CircuitName } from '../keys/circuit-names.ts'
import type { FieldText } from '../leaf/credential.ts'

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
      /** The identifier of the person in this program. */
      nullifier: FieldText
      /** The identifier of the credential in this program. */
      handle: FieldText
      issuerKey: FieldText
      /** YYYYMMDD. */
      today: number
    }
  | { ok: false; reason: RejectionReason }

export type VerifyRequest = {
  /** The proof as received from the holder. It can have any shape. */
  proof: unknown
  expected: {
    kind: CircuitName
    merchant: bigint
    program: bigint
    wallet: bigint
    chain: bigint
    /** The hash of the program's question set. */
    questions: FieldText
    /** A challenge that the caller created and must accept only once. */
    challenge: bigint
  }
  /** See `Issuer.acceptedKeys`. */
  acceptedIssuers: readonly FieldText[]
  /** Returns whether the issuer has revoked the credential with this handle. */
  isRevoked(handle: FieldText): boolean | Promise<boolean>
}
