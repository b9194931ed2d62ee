import type { Address, PublicClient } from 'viem'
import { accountVerdicts } from './account-verdicts.ts'
import { type CredentialKind, credentialKinds } from './credential-kinds.ts'
import type { Deployment } from './deployment.ts'
import { readToken } from './read-token.ts'
import { svcVerifierAbi } from './svc-verifier-abi.ts'
import type { TokenState } from './token-state.ts'

/**
 * The state of a user with regard to a cooperator, as of one block. Times are in seconds since the Unix
 * epoch.
 */
export type AccountState = {
  readonly blockNumber: bigint
  /** Result of `verify`. */
  readonly verified: boolean
  /** Result of `hasApproved`. */
  readonly hasApproved: boolean
  readonly verdict: (typeof accountVerdicts)[number][0]
  /** An explanation of the verdict. */
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
        /** Undefined for grants. */
        readonly handle: bigint | undefined
        readonly handleRevoked: boolean
        /** The end of the suspension, or 0 if the approval was never suspended or is no longer suspended. */
        readonly suspendedUntil: number
      }
    | undefined
  /** The token on which the grant is based, or the requested token if the account has no grant. */
  readonly token: TokenState | undefined
  /** The challenge that the user's next proof must contain. */
  readonly nextChallenge: bigint
  readonly paused: boolean
}

type Which = {
  readonly cooperator: Address
  readonly user: Address
  /** The token to return if the account has no grant. */
  readonly tokenId?: bigint
}

/** Reads a user's full state with regard to a cooperator, all from the same block. */
export async function readAccount(
  client: PublicClient,
  deployment: Pick<Deployment, 'contracts'>,
  { cooperator, user, tokenId }: Which,
): Promise<AccountState> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 })
  const verifier = {
    abi: svcVerifierAbi,
    address: deployment.contracts.SvcVerifier.address,
    blockNumber,
  } as const
  const args = [cooperator, user] as const
  const [verified, hasApproved, verdictNumber, set, approval, nextChallenge, paused] = await Promise.all([
    client.readContract({ ...verifier, functionName: 'verify', args }),
    client.readContract({ ...verifier, functionName: 'hasApproved', args }),
    client.readContract({ ...verifier, functionName: 'explain', args }),
    client.readContract({ ...verifier, functionName: 'questionSetOf', args: [cooperator] }),
    client.readContract({ ...verifier, functionName: 'approvalOf', args }),
    client.readContract({ ...verifier, functionName: 'nonces', args }),
    client.readContract({ ...verifier, functionName: 'paused' }),
  ])
  const byGrant = approval.tokenId !== 0n
  const exists = approval.validUntil !== 0n
  const shown = byGrant ? approval.tokenId : tokenId
  const [handleRevoked, suspendedUntil, token] = await Promise.all([
    exists && !byGrant
      ? client.readContract({ ...verifier, functionName: 'isHandleRevoked', args: [approval.handle] })
      : false,
    exists
      ? client.readContract({
          ...verifier,
          functionName: byGrant ? 'tokenSuspendedUntil' : 'handleSuspendedUntil',
          args: [byGrant ? approval.tokenId : approval.handle],
        })
      : 0,
    shown === undefined
      ? undefined
      : readToken(client, deployment.contracts.SvcSBT.address, { tokenId: shown }, blockNumber),
  ])
  const [verdict, reason] = accountVerdicts[verdictNumber] ?? accountVerdicts[2]
  const kind = kindNamed(set.kind)
  return {
    blockNumber,
    verified,
    hasApproved,
    verdict,
    reason,
    questionSet: kind && {
      kind,
      version: set.version,
      merchant: set.merchant,
      program: set.program,
      questions: set.questions,
      approvalSeconds: set.approvalPeriod,
    },
    approval: exists
      ? {
          by: byGrant ? 'grant' : 'proof',
          validUntil: approval.validUntil,
          version: approval.version,
          handle: byGrant ? undefined : approval.handle,
          handleRevoked,
          suspendedUntil,
        }
      : undefined,
    token,
    nextChallenge,
    paused,
  }
}

function kindNamed(number: number): CredentialKind | undefined {
  return Object.entries(credentialKinds).find(([, kind]) => kind === number)?.[0] as
    | CredentialKind
    | undefined
}
