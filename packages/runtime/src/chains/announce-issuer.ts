import { contractCalls, svcVerifierAbi } from '@touchstone/chain'
import { zeroHash } from 'viem'
import type { OpenChain } from './chain-registry.ts'
import { requireVerifier } from './require-verifier.ts'

export type IssuerOnChain = {
  chainId: string
  verifier: string
  /**
   * `known`: the contract takes it already. `waits`: it will, from a time on. `to send`: only the admin may, and the signer is
   * not the admin.
   */
  state: 'known' | 'added' | 'waits' | 'failed' | 'to send'
  /** When the contract begins to take it (ISO 8601). */
  from?: string
  /** What the admin has to send to the verifier. */
  data?: string
}

/** Makes the verification contract of a chain take credentials of a new key. */
export async function announceIssuer(
  chain: OpenChain,
  issuerKey: bigint,
  options: { signal?: AbortSignal } = {},
): Promise<IssuerOnChain | undefined> {
  if (!chain.deployment()) return undefined
  const { id, queue } = chain
  const verifier = await requireVerifier(chain)
  const contract = { abi: svcVerifierAbi, address: verifier } as const
  const told = { chainId: id, verifier }
  const isTaken = () =>
    queue.client.readContract({ ...contract, functionName: 'isIssuer', args: [issuerKey] })
  if (await isTaken()) return { ...told, state: 'known' }
  const from = await announcedFrom(queue, verifier, issuerKey)
  if (from !== undefined) return { ...told, state: 'waits', from }
  const call = contractCalls.addIssuer(verifier, { issuerKey })
  const mayAdd = await queue.client.readContract({
    ...contract,
    functionName: 'hasRole',
    // The role of admins has the number zero.
    args: [zeroHash, queue.signerAddress],
  })
  if (!mayAdd) return { ...told, state: 'to send', data: call.data }
  const key = `issuer:${verifier.toLowerCase()}:${issuerKey}`
  await queue.request({ ...call, key, kind: 'issuer' })
  const job = await queue.waitFor(key, options)
  if (job.status !== 'final') return { ...told, state: 'failed' }
  if (await isTaken()) return { ...told, state: 'added' }
  const later = await announcedFrom(queue, verifier, issuerKey)
  return { ...told, state: 'waits', ...(later !== undefined && { from: later }) }
}

/** From when on the contract accepts the key; undefined where the key was not announced. */
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
