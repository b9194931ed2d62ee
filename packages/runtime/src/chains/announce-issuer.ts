import { contractCalls, svcVerifierAbi } from '@touchstone/chain'
import { zeroHash } from 'viem'
import type { OpenChain } from './chain-registry.ts'
import { requireVerifier } from './require-verifier.ts'

export type IssuerOnChain = {
  chainId: string
  verifier: string
  /**
   * `known`: the contract accepts the key. `waits`: the contract will accept the key after a delay. `to
   * send`: the signer cannot add the key; only the admin can.
   */
  state: 'known' | 'added' | 'waits' | 'failed' | 'to send'
  /** The time from which the contract accepts the key (ISO 8601). */
  from?: string
  /** The call data that the admin must send to the verifier. */
  data?: string
}

/** Adds a new issuer key to a chain's verification contract. */
export async function announceIssuer(
  chain: OpenChain,
  issuerKey: bigint,
  options: { signal?: AbortSignal } = {},
): Promise<IssuerOnChain | undefined> {
  if (!chain.deployment()) return undefined
  const { id, queue } = chain
  const verifier = await requireVerifier(chain)
  const contract = { abi: svcVerifierAbi, address: verifier } as const
  const result = { chainId: id, verifier }
  const isTaken = () =>
    queue.client.readContract({ ...contract, functionName: 'isIssuer', args: [issuerKey] })
  if (await isTaken()) return { ...result, state: 'known' }
  const from = await announcedFrom(queue, verifier, issuerKey)
  if (from !== undefined) return { ...result, state: 'waits', from }
  const call = contractCalls.addIssuer(verifier, { issuerKey })
  const mayAdd = await queue.client.readContract({
    ...contract,
    functionName: 'hasRole',
    // The value of OpenZeppelin's DEFAULT_ADMIN_ROLE is zero.
    args: [zeroHash, queue.signerAddress],
  })
  if (!mayAdd) return { ...result, state: 'to send', data: call.data }
  const key = `issuer:${verifier.toLowerCase()}:${issuerKey}`
  await queue.request({ ...call, key, kind: 'issuer' })
  const job = await queue.waitFor(key, options)
  if (job.status !== 'final') return { ...result, state: 'failed' }
  if (await isTaken()) return { ...result, state: 'added' }
  const later = await announcedFrom(queue, verifier, issuerKey)
  return { ...result, state: 'waits', ...(later !== undefined && { from: later }) }
}

/**
 * Returns the time from which the contract accepts the key, or undefined if the key has not been announced.
 */
async function announcedFrom(
  queue: OpenChain['queue'],
  verifier: `0x${string}`,
  issuerKey: bigint,
): Promise<string | undefined> {
  const call = {
    abi: svcVerifierAbi,
    address: verifier,
    functionName: 'issuerFrom',
    args: [issuerKey],
  } as const
  const from = await queue.client.readContract(call)
  return from === 0 ? undefined : new Date(from * 1000).toISOString()
}
