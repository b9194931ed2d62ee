import { type CredentialKind, credentialKinds, svcVerifierAbi } from '@touchstone/chain'
import { OperatorError } from '@touchstone/common'
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

/** The same where a contract of an earlier version won't do. */
export async function requireSchemas(
  chain: Pick<OpenChain, 'id' | 'line'>,
  verifier: Address,
): Promise<SchemasOnChain> {
  const schemas = await schemasOnChain(chain, verifier)
  if (schemas) return schemas
  throw new OperatorError({
    code: 'chain.contracts-outdated',
    message: `The contracts on chain ${chain.id} are of an earlier version: they can't check what a credential says of its checks.`,
    remedy: `Place new ones with "npx touchstone chain deploy --chain ${chain.id} --again" (docs/chains.md, "Move to new contracts").`,
  })
}
