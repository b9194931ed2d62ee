import type { Address, Hex } from 'viem'
import type { CredentialKind } from './credential-kinds.ts'

/** The state of a token as of one block. Times are in seconds since the Unix epoch. */
export type TokenState = {
  readonly tokenId: bigint
  readonly blockNumber: bigint
  /** Undefined after the token has been burned. */
  readonly holder: Address | undefined
  readonly person: Hex | undefined
  /** Contains only kinds that the token has or has had. */
  readonly kinds: readonly {
    readonly kind: CredentialKind
    readonly validUntil: bigint
    readonly revoked: boolean
    readonly valid: boolean
  }[]
}
