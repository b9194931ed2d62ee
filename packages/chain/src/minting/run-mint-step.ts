import type { Address, Hex } from 'viem'
import type { CredentialKind } from '../contracts/credential-kinds.ts'
import type { ChainMinter } from './chain-minter.ts'
import type { MintStep } from './mint-steps.ts'

export type MintOrder = {
  readonly person: Hex
  readonly kind: CredentialKind
  /** Seconds since the Unix epoch. */
  readonly validUntil: number
  readonly ssiWallet: Address
  readonly wallet: Address
  /** The merchant's cooperator address. */
  readonly cooperator: Address
  /** Distinguishes several orders for the same person, kind and validity. */
  readonly id?: string
}

/**
 * Runs one step of an order to completion. Idempotent. A grant requires the `tokenId` from the preceding mint
 * on the same chain. A mint returns the token.
 */
export async function runMintStep(options: {
  step: MintStep
  order: MintOrder
  minter: ChainMinter
  tokenId?: bigint
  signal?: AbortSignal
}): Promise<bigint | undefined> {
  const { step, order, minter, tokenId } = options
  const { person, kind, validUntil, cooperator } = order
  const waiting = options.signal ? { signal: options.signal } : {}
  const id = order.id === undefined ? {} : { id: order.id }
  switch (step.step) {
    case 'mint': {
      const to = step.to === 'ssi-wallet' ? order.ssiWallet : order.wallet
      const minted = await minter.mint({ person, to, kind, validUntil, ...id }, waiting)
      return minted.tokenId
    }
    case 'grant':
      if (tokenId === undefined) throw new RangeError('a grant requires the token from the preceding mint')
      await minter.grant({ cooperator, user: order.wallet, tokenId, validUntil, ...id }, waiting)
      return undefined
    case 'await-approval':
      await minter.waitForApproval({ cooperator, user: order.wallet }, waiting)
      return undefined
  }
}
