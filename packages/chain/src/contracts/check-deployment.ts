import { hexToBytes, type PublicClient } from 'viem'
import type { Deployment } from './deployment.ts'
import { readArtifact } from './read-artifact.ts'

type CodeState = 'matches' | 'differs' | 'missing'

/**
 * Compares the code at a deployment's addresses with the artifacts of this version, byte by byte. Excludes
 * only the immutables, because the constructors set them.
 */
export async function checkDeployment(
  client: PublicClient,
  deployment: Deployment,
): Promise<Record<string, CodeState>> {
  const states = Object.entries(deployment.contracts).map(async ([name, { address, contract }]) => {
    const code = await client.getCode({ address })
    if (code === undefined) return [name, 'missing'] as const
    const { deployedBytecode, immutables } = readArtifact(contract)
    const found = hexToBytes(code)
    const expected = hexToBytes(deployedBytecode)
    for (const [start, length] of immutables) found.fill(0, start, start + length)
    return [name, Buffer.compare(found, expected) === 0 ? 'matches' : 'differs'] as const
  })
  return Object.fromEntries(await Promise.all(states))
}
