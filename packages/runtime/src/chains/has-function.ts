import { svcVerifierAbi } from '@touchstone/chain'
import { type Address, type PublicClient, toFunctionSelector } from 'viem'

/**
 * Whether the verification contract that stands there knows a function: one of an earlier version may not. By its code: what
 * a node says to a call of what there is not differs from node to node, and can't be told from a node in trouble.
 */
export async function hasFunction(client: PublicClient, verifier: Address, name: string): Promise<boolean> {
  const selectors = svcVerifierAbi.flatMap((item) =>
    item.type === 'function' && item.name === name ? [toFunctionSelector(item).slice(2)] : [],
  )
  const code = (await client.getCode({ address: verifier })) ?? '0x'
  return selectors.some((selector) => code.includes(selector))
}
