import type { Address, Hex } from 'viem'
import type { CredentialKind } from './credential-kinds.ts'

/** A token's state in one block. Times are in seconds since the Unix epoch. */
export type TokenState = {
  readonly tokenId: bigint
  readonly blockNumber: bigint
  /** Undefined after the token is burned. */
  readonly holder: Address | undefined
  readonly person: Hex | undefined
  /** Only kinds that the token has or had. */
  readonly kinds: readonly {
    readonly kind: CredentialKind
    readonly validUntil: bigint
    readonly revoked: boolean
    readonly valid: boolean
  }[]
}
