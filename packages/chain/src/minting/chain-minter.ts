import type { Address, Hex } from 'viem'
import type { contractCalls } from '../contracts/contract-calls.ts'
import type { CredentialKind } from '../contracts/credential-kinds.ts'
import type { ChainJob } from '../journal/chain-job.ts'

export type MintCall = {
  /** The keyed hash that identifies the person in the contracts. */
  readonly person: Hex
  readonly to: Address
  readonly kind: CredentialKind
  /** Seconds since the Unix epoch. */
  readonly validUntil: number
  /**
   * Makes this a separate mint even if the person, kind and validity are the same, for example after the
   * token was burned.
   */
  readonly id?: string
}

export type GrantCall = {
  readonly cooperator: Address
  /** A wallet belonging to the person who has the token. */
  readonly user: Address
  readonly tokenId: bigint
  readonly validUntil: number
  /**
   * Makes this a separate grant even if all other fields are the same, for example after the first grant was
   * revoked.
   */
  readonly id?: string
}

export type SuspensionCall = Parameters<typeof contractCalls.suspend>[1]

/** A stored request; `key` identifies it in the journal. */
export type RequestedJob = { readonly key: string; readonly job: ChainJob }
export type RequestedMint = RequestedJob & { readonly mintId: Hex }
export type Minted = RequestedMint & { readonly tokenId: bigint }
type Options = { readonly signal?: AbortSignal }
/** `again` retries a failed job, for example after the contract has been unpaused. */
export type RequestOptions = { readonly again?: boolean }

/** The block in which an approval was first seen. */
export type SeenApproval = { readonly block: number; readonly hash: string }

/**
 * Manages tokens and grants on one chain. The `request…` methods store a job and return immediately. The
 * other methods return when the job is final, or throw an error that explains why it failed. Repeated
 * requests are idempotent, even after a restart. The methods that wait also retry a failed job.
 */
export type ChainMinter = {
  /** The id of the chain, as used in requests. */
  readonly chain: string
  requestMint(call: MintCall, options?: RequestOptions): Promise<RequestedMint>
  mint(call: MintCall, options?: Options): Promise<Minted>
  /** Returns the token of a final mint, or undefined if the mint is not final. */
  tokenOf(mintId: Hex): Promise<bigint | undefined>
  /** Returns what the journal knows about a requested mint's token, without a node. Undefined if it is not final. */
  tokenInJournal(mintId: Hex): Promise<bigint | undefined>
  /**
   * Waits without a time limit until a requested mint is final or has failed. Returns undefined if the mint
   * failed.
   */
  waitForToken(mintId: Hex, options?: Options): Promise<bigint | undefined>
  requestGrant(call: GrantCall, options?: RequestOptions): Promise<RequestedJob>
  grant(call: GrantCall, options?: Options): Promise<RequestedJob>
  /** Revokes one of a token's credential kinds. `id` distinguishes repeated revocations of the same kind. */
  revokeKind(
    call: { tokenId: bigint; kind: CredentialKind; id: string },
    options?: Options,
  ): Promise<RequestedJob>
  revokeGrant(
    call: { cooperator: Address; user: Address; id: string },
    options?: Options,
  ): Promise<RequestedJob>
  /** Revokes a credential in the contract by its handle. */
  revokeHandle(call: { handle: bigint }, options?: Options): Promise<RequestedJob>
  /** Requests that a token or a credential be suspended in the contract, or that its suspension end. */
  requestSuspension(call: SuspensionCall, options?: RequestOptions): Promise<RequestedJob>
  burn(call: { tokenId: bigint }, options?: Options): Promise<RequestedJob>
  /** Checks whether the user's own approval is in a final block. `seen` is the previous check's result. */
  checkApproval(call: {
    cooperator: Address
    user: Address
    seen?: SeenApproval | undefined
  }): Promise<{ settled: boolean; seen: SeenApproval | undefined }>
  /** Waits until the approval is final. */
  waitForApproval(call: { cooperator: Address; user: Address }, options?: Options): Promise<void>
}
