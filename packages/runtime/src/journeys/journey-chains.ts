import { notConfigured, requestedMints, svcVerifierAbi } from '@touchstone/chain'
import type { AptosKeySource } from '@touchstone/chain/accounts'
import type { Database } from '@touchstone/storage'
import type { JourneyChains } from '@touchstone/verification'
import type { ChainRegistry } from '../chains/chain-registry.ts'
import { ensureQuestionSet } from '../chains/ensure-question-set.ts'
import { homeChainId } from '../settings/chain-settings.ts'

/** Adapts the chain registry to the interface that journeys use. */
export function journeyChains(
  registry: ChainRegistry,
  database: Database,
  aptosKey: AptosKeySource,
): JourneyChains {
  const asked = new Map<string, Promise<void>>()
  const verifierAddress = async (chainId: string) => {
    const chain = await registry.open(chainId)
    const address = chain.deployment()?.contracts.SvcVerifier.address
    if (!address) throw notConfigured(chainId, 'deployment')
    return address
  }
  return {
    home: homeChainId,
    minter: (chainId) => registry.minter(chainId),
    async mintedFor(person, { waits = true } = {}) {
      const tokens: { chainId: string; tokenId: string }[] = []
      for (const { chain, mintId } of await requestedMints(database, person)) {
        const minter = await registry.minter(chain)
        const tokenId = await (waits ? minter.waitForToken(mintId) : minter.tokenInJournal(mintId))
        if (tokenId !== undefined) tokens.push({ chainId: chain, tokenId: String(tokenId) })
      }
      return tokens
    },
    ensureRegistered(chainId, program) {
      const key = `${chainId}:${program.cooperator}:${program.questions.hash}`
      const asking =
        asked.get(key) ??
        registry
          .open(chainId)
          .then((chain) => ensureQuestionSet(chain, program))
          .catch((error: unknown) => {
            asked.delete(key)
            throw error
          })
      asked.set(key, asking)
      return asking
    },
    verifierAddress,
    aptosKey,
    async nextChallenge(chainId, { cooperator, user }) {
      const address = await verifierAddress(chainId)
      const { queue } = await registry.open(chainId)
      const args = [cooperator, user] as const
      return await queue.client.readContract({ abi: svcVerifierAbi, address, functionName: 'nonces', args })
    },
    async client(chainId) {
      return registry.configured.includes(chainId) ? (await registry.open(chainId)).queue.client : undefined
    },
  }
}
