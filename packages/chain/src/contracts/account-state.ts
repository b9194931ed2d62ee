import type { accountVerdicts } from './account-verdicts.ts'
import type { CredentialKind } from './credential-kind.ts'
import type { TokenState } from './token-state.ts'

/** What the contracts know of a user at a cooperator, at one block. Times are seconds of the Unix epoch. */
export type AccountState = {
  readonly blockNumber: bigint
  /** What `verify` says. */
  readonly verified: boolean
  /** What `hasApproved` says. */
  readonly hasApproved: boolean
  readonly verdict: (typeof accountVerdicts)[number][0]
  /** The verdict as a sentence. */
  readonly reason: string
  readonly questionSet:
    | {
        readonly kind: CredentialKind
        readonly version: number
        readonly merchant: bigint
        readonly program: bigint
        readonly questions: bigint
        readonly approvalSeconds: number
      }
    | undefined
  readonly approval:
    | {
        readonly by: 'proof' | 'grant'
        readonly validUntil: bigint
        readonly version: number
        /** Of a proof. */
        readonly handle: bigint | undefined
        readonly handleRevoked: boolean
      }
    | undefined
  /** The token of a grant, or the one that was asked for. */
  readonly token: TokenState | undefined
  /** The challenge that the user's next proof must carry. */
  readonly nextChallenge: bigint
  readonly paused: boolean
}
