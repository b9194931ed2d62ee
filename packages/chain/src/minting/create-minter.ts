import { type Address, decodeErrorResult, encodeEventTopics, type Hex, toFunctionSelector } from 'viem'
import { contractCalls } from '../contracts/contract-calls.ts'
import { credentialKinds } from '../contracts/credential-kinds.ts'
import { svcSbtAbi } from '../contracts/svc-sbt-abi.ts'
import { svcVerifierAbi } from '../contracts/svc-verifier-abi.ts'
import type { ChainJob, JobRequest } from '../journal/chain-job.ts'
import type { TransactionQueue } from '../journal/transaction-queue.ts'
import type {
  ChainMinter,
  GrantCall,
  MintCall,
  RequestedJob,
  RequestOptions,
  SeenApproval,
} from './chain-minter.ts'
import { checkApproval } from './check-approval.ts'
import { jobFailure } from './job-failure.ts'
import { grantIdOf, keyOfMint, mintIdOf } from './mint-ids.ts'

const mintIdUsed = toFunctionSelector('MintIdUsed(bytes32,uint256)')
const grantIdUsed = toFunctionSelector('GrantIdUsed(bytes32)')
const kindNotHeld = toFunctionSelector('KindNotHeld(uint256,uint8)')
const credentialRevoked = toFunctionSelector('CredentialRevoked(uint256)')
const oldSuspension = toFunctionSelector('OldSuspension(uint48,uint48)')
const noSuchToken = toFunctionSelector('ERC721NonexistentToken(uint256)')

/** Creates the minter for an EVM chain with deployed contracts. */
export function createMinter(options: {
  /** The queue of the signer with the minter role. */
  readonly queue: TransactionQueue
  /** The queue of the signer that grants, revokes and burns. Defaults to the minter's queue. */
  readonly operatorQueue?: TransactionQueue
  readonly sbt: Address
  readonly verifier: Address
}): ChainMinter {
  const { queue, operatorQueue = queue, sbt, verifier } = options
  const { chainId } = queue

  async function ended(
    by: TransactionQueue,
    key: string,
    signal: AbortSignal | undefined,
  ): Promise<ChainJob> {
    const job = await by.waitFor(key, signal ? { signal } : {})
    if (job.status === 'failed') throw jobFailure(job)
    return job
  }

  /** Stores the request; `again` retries a failed job. */
  async function requestJob(
    by: TransactionQueue,
    request: JobRequest,
    { again = false }: RequestOptions = {},
  ): Promise<ChainJob> {
    const job = await by.request(request)
    return again && job.status === 'failed' ? await by.retry(request.key) : job
  }

  async function requestMint(call: MintCall, options?: RequestOptions) {
    const mintId = mintIdOf(chainId, sbt, call)
    const key = keyOfMint(mintId)
    const { to: holder, person, kind } = call
    const topics = encodeEventTopics({
      abi: svcSbtAbi,
      eventName: 'KindSet',
      args: { kind: credentialKinds[kind], mintId },
    }) as (Hex | null)[]
    const request: JobRequest = {
      ...contractCalls.mint(sbt, { holder, person, kind, validUntil: BigInt(call.validUntil), mintId }),
      key,
      kind: 'mint',
      subject: person,
      doneErrors: [mintIdUsed],
      expectedLog: { address: sbt, topics },
    }
    return { key, mintId, job: await requestJob(queue, request, options) }
  }

  /**
   * Returns the token that a job has minted. Throws if the log and the contract disagree about the token.
   */
  async function tokenOfJob(job: ChainJob, mintId: Hex): Promise<bigint> {
    const reported = reportedToken(job, mintId)
    let kept = await readTokenOfMint(mintId)
    // The responding node can lag behind the nodes that reported the receipt.
    for (let look = 0; kept === 0n && look < 10; look++) {
      await queue.pause()
      kept = await readTokenOfMint(mintId)
    }
    if (reported === undefined || reported !== kept) {
      throw new Error(`the token in a mint's log on chain ${chainId} differs from the one in the contract`)
    }
    return kept
  }

  const reportedToken = (job: ChainJob, mintId: Hex) =>
    job.already === undefined ? idInLog(job, mintId) : idInError(job.already, mintId)

  function idInLog(job: ChainJob, mintId: Hex): bigint | undefined {
    const log = job.receipt?.logs.find(
      ({ address, topics }) => address.toLowerCase() === sbt.toLowerCase() && topics[3] === mintId,
    )
    return log?.topics[1] === undefined ? undefined : BigInt(log.topics[1])
  }

  const readTokenOfMint = (mintId: Hex) =>
    queue.client.readContract({ abi: svcSbtAbi, address: sbt, functionName: 'tokenOfMint', args: [mintId] })

  async function operate(request: JobRequest, signal: AbortSignal | undefined): Promise<RequestedJob> {
    await requestJob(operatorQueue, request, { again: true })
    return { key: request.key, job: await ended(operatorQueue, request.key, signal) }
  }

  async function requestGrant(call: GrantCall, options?: RequestOptions): Promise<RequestedJob> {
    const { cooperator, user, tokenId } = call
    const grantId = grantIdOf(chainId, verifier, call)
    const key = `grant:${grantId}`
    const request: JobRequest = {
      ...contractCalls.grant(verifier, {
        cooperator,
        user,
        tokenId,
        validUntil: BigInt(call.validUntil),
        grantId,
      }),
      key,
      kind: 'grant',
      doneErrors: [grantIdUsed],
      expectedLog: {
        address: verifier,
        topics: encodeEventTopics({
          abi: svcVerifierAbi,
          eventName: 'Granted',
          args: { cooperator, user, grantId },
        }) as Hex[],
      },
    }
    return { key, job: await requestJob(operatorQueue, request, options) }
  }

  return {
    chain: String(chainId),
    requestMint,
    async mint(call, { signal } = {}) {
      const { key, mintId } = await requestMint(call, { again: true })
      const job = await ended(queue, key, signal)
      return { key, mintId, job, tokenId: await tokenOfJob(job, mintId) }
    },
    async tokenOf(mintId) {
      const job = await queue.find(keyOfMint(mintId))
      return job?.status === 'final' ? await tokenOfJob(job, mintId) : undefined
    },
    async tokenInJournal(mintId) {
      const job = await queue.find(keyOfMint(mintId))
      return job?.status === 'final' ? reportedToken(job, mintId) : undefined
    },
    async waitForToken(mintId, { signal } = {}) {
      const job = await queue.waitFor(keyOfMint(mintId), signal ? { signal } : {})
      return job.status === 'final' ? reportedToken(job, mintId) : undefined
    },
    requestGrant,
    async grant(call, { signal } = {}) {
      const { key } = await requestGrant(call, { again: true })
      return { key, job: await ended(operatorQueue, key, signal) }
    },
    revokeKind: ({ tokenId, kind, id }, { signal } = {}) =>
      operate(
        {
          ...contractCalls.revokeKind(sbt, { tokenId, kind }),
          key: `revoke-kind:${sbt.toLowerCase()}:${tokenId}:${kind}:${id}`,
          kind: 'revoke',
          // A kind or token that no longer exists counts as revoked.
          doneErrors: [kindNotHeld, noSuchToken],
        },
        signal,
      ),
    revokeGrant: ({ cooperator, user, id }, { signal } = {}) =>
      operate(
        {
          ...contractCalls.revoke(verifier, { cooperator, user }),
          key: `revoke-grant:${verifier.toLowerCase()}:${cooperator.toLowerCase()}:${user.toLowerCase()}:${id}`,
          kind: 'revoke',
        },
        signal,
      ),
    revokeHandle: ({ handle }, { signal } = {}) =>
      operate(
        {
          ...contractCalls.revokeHandle(verifier, { handle }),
          key: `revoke-handle:${verifier.toLowerCase()}:${handle}`,
          kind: 'revoke',
          doneErrors: [credentialRevoked],
        },
        signal,
      ),
    async requestSuspension(call, options) {
      const { kind, what, order } = call
      const request: JobRequest = {
        ...contractCalls.suspend(verifier, call),
        key: `suspend-${kind}:${verifier.toLowerCase()}:${what}:${order}`,
        kind: 'suspend',
        doneErrors: [oldSuspension],
      }
      return { key: request.key, job: await requestJob(operatorQueue, request, options) }
    },
    burn: ({ tokenId }, { signal } = {}) =>
      operate(
        {
          ...contractCalls.burn(sbt, { tokenId }),
          key: `burn:${sbt.toLowerCase()}:${tokenId}`,
          kind: 'burn',
          doneErrors: [noSuchToken],
        },
        signal,
      ),
    checkApproval: ({ cooperator, user, seen }) => checkApproval({ queue, verifier, cooperator, user, seen }),
    waitForApproval: ({ cooperator, user }, { signal } = {}) =>
      waitForApproval({ queue, verifier, cooperator, user, ...(signal && { signal }) }),
  }
}

function idInError(data: Hex, mintId: Hex): bigint | undefined {
  const { errorName, args } = decodeErrorResult({ abi: svcSbtAbi, data })
  return errorName === 'MintIdUsed' && args?.[0] === mintId ? (args[1] as bigint) : undefined
}

/** Polls until the block of the user's approval is final and still part of the chain. */
async function waitForApproval(options: {
  queue: TransactionQueue
  verifier: Address
  cooperator: Address
  user: Address
  signal?: AbortSignal
}): Promise<void> {
  const { queue, signal } = options
  let seen: SeenApproval | undefined
  for (;;) {
    signal?.throwIfAborted()
    const looked = await checkApproval({ ...options, seen })
    if (looked.settled) return
    seen = looked.seen
    await queue.pause(signal)
  }
}
