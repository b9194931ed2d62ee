import { type CredentialKind, credentialKinds, svcVerifierAbi } from '@touchstone/chain'
import { type Address, zeroAddress } from 'viem'
import type { OpenChain } from './chain-desk.ts'
import { hasFunction } from './has-function.ts'

/** Which schemas of credentials a verification contract takes proofs of. */
export type SchemasOnChain = {
  /** Kinds of which proofs of the schema before are taken, too. */
  former: CredentialKind[]
  /** Whether an operator has ended the schema before. */
  ended: boolean
}

/** Undefined for a contract of an earlier version, which knows the schema before alone. */
export async function schemasOnChain(
  { line }: Pick<OpenChain, 'line'>,
  verifier: Address,
): Promise<SchemasOnChain | undefined> {
  const contract = { abi: svcVerifierAbi, address: verifier } as const
  if (!(await hasFunction(line.client, verifier, 'isFormerSchemaEnded'))) return undefined
  const ended = await line.client.readContract({ ...contract, functionName: 'isFormerSchemaEnded' })
  const former: CredentialKind[] = []
  for (const [name, kind] of Object.entries(credentialKinds)) {
    const args = [kind] as const
    const checks = await line.client.readContract({ ...contract, functionName: 'formerProofVerifiers', args })
    if (checks !== zeroAddress) former.push(name as CredentialKind)
  }
  return { former: ended ? [] : former, ended }
}
