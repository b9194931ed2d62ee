import type { Address, Hex } from 'viem'
import type { CredentialKind } from './credential-kinds.ts'

/** What a token says at one block. Times are seconds of the Unix epoch. */
export type TokenState = {
  readonly tokenId: bigint
  readonly blockNumber: bigint
  /** Nobody when the token was burned. */
  readonly holder: Address | undefined
  readonly person: Hex | undefined
  /** Only the kinds that the token carries or carried. */
  readonly kinds: readonly {
    readonly kind: CredentialKind
    readonly validUntil: bigint
    readonly revoked: boolean
    readonly valid: boolean
  }[]
}
