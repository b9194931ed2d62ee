import { contractCalls, svcVerifierAbi } from '@touchstone/chain'
import { zeroHash } from 'viem'
import type { OpenChain } from './chain-desk.ts'

export type IssuerOnChain = {
  chainId: string
  verifier: string
  /** `known`: the contract takes it already. `to send`: only the admin may, and the signer is not the admin. */
  state: 'known' | 'added' | 'failed' | 'to send'
  /** What the admin has to send to the verifier. */
  data?: string
}

/** Makes the verification contract of a chain take credentials of a new key. */
export async function announceIssuer(
  { id, line, deployment }: OpenChain,
  issuerKey: bigint,
  options: { signal?: AbortSignal } = {},
): Promise<IssuerOnChain | undefined> {
  const verifier = deployment()?.contracts.SvcVerifier.address
  if (!verifier) return undefined
  const contract = { abi: svcVerifierAbi, address: verifier } as const
  const told = { chainId: id, verifier }
  if (await line.client.readContract({ ...contract, functionName: 'isIssuer', args: [issuerKey] })) {
    return { ...told, state: 'known' }
  }
  const call = contractCalls.addIssuer(verifier, { issuerKey })
  const mayAdd = await line.client.readContract({
    ...contract,
    functionName: 'hasRole',
    // The role of admins has the number zero.
    args: [zeroHash, line.signerAddress],
  })
  if (!mayAdd) return { ...told, state: 'to send', data: call.data }
  const key = `issuer:${verifier.toLowerCase()}:${issuerKey}`
  await line.request({ ...call, key, kind: 'issuer' })
  const job = await line.waitFor(key, options)
  return { ...told, state: job.status === 'final' ? 'added' : 'failed' }
}
