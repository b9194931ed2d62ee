import type { Address, Hex } from 'viem'
import type { CredentialKind } from '../contracts/credential-kinds.ts'
import type { ChainJob } from '../journal/chain-job.ts'

export type MintCall = {
  /** The keyed hash that stands for a person. */
  readonly person: Hex
  readonly to: Address
  readonly kind: CredentialKind
  /** Seconds of the Unix epoch. */
  readonly validUntil: number
  /** A mint of its own although person, kind and validity are the same, as after a burn. */
  readonly id?: string
}

export type GrantCall = {
  readonly cooperator: Address
  /** A wallet of the person whose token it is. */
  readonly user: Address
  readonly tokenId: bigint
  readonly validUntil: number
  /** A grant of its own although all else is the same, as after a revocation. */
  readonly id?: string
}

/** What was asked for; `key` finds it in the journal. */
export type RequestedJob = { readonly key: string; readonly job: ChainJob }
export type RequestedMint = RequestedJob & { readonly mintId: Hex }
export type Minted = RequestedMint & { readonly tokenId: bigint }
type Options = { readonly signal?: AbortSignal }
/** `again`: what failed before is tried once more, as after the contract was unpaused. */
export type RequestOptions = { readonly again?: boolean }

/** The block in which an approval was seen first. */
export type SeenApproval = { readonly block: number; readonly hash: string }

/**
 * Tokens and grants on one chain. What begins with `ask` is kept and returns at once; the others return when it is
 * final, or throw the reason why it failed. Asking twice for the same is asking once, also after a restart; what failed
 * is tried once more by whoever waits for it.
 */
export type ChainMinter = {
  /** As requests name the chain. */
  readonly chain: string
  requestMint(call: MintCall, options?: RequestOptions): Promise<RequestedMint>
  mint(call: MintCall, options?: Options): Promise<Minted>
  /** The token of a mint that is final; nothing as long as it is not. */
  tokenOf(mintId: Hex): Promise<bigint | undefined>
  /** The same once it has ended, however long that takes; nothing where it failed. Of a mint that was asked for. */
  waitForToken(mintId: Hex, options?: Options): Promise<bigint | undefined>
  requestGrant(call: GrantCall, options?: RequestOptions): Promise<RequestedJob>
  grant(call: GrantCall, options?: Options): Promise<RequestedJob>
  /** Takes a kind from a token. `id` tells one revocation from the next of the same kind. */
  revokeKind(
    call: { tokenId: bigint; kind: CredentialKind; id: string },
    options?: Options,
  ): Promise<RequestedJob>
  revokeGrant(
    call: { cooperator: Address; user: Address; id: string },
    options?: Options,
  ): Promise<RequestedJob>
  /** The credential behind a handle counts no more, for whoever asks the contract. */
  revokeHandle(call: { handle: bigint }, options?: Options): Promise<RequestedJob>
  burn(call: { tokenId: bigint }, options?: Options): Promise<RequestedJob>
  /** Whether the user's own approval stands in a block that is settled; `seen` is what the last look has told. */
  checkApproval(call: {
    cooperator: Address
    user: Address
    seen?: SeenApproval | undefined
  }): Promise<{ settled: boolean; seen: SeenApproval | undefined }>
  /** Until it does. */
  waitForApproval(call: { cooperator: Address; user: Address }, options?: Options): Promise<void>
}
