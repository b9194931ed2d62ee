import { deployContracts, type OpenChain, type Runtime, schemasOnChain } from '@touchstone/runtime'

/**
 * Takes up what the journals of the chains still have to do. A chain of this machine gets its contracts by itself; on all
 * others, where it costs money, an operator deploys them.
 */
export async function openChains(
  runtime: Runtime,
  onProgress: (what: string, done?: number, total?: number) => void,
): Promise<{ developmentChainUrl: string | undefined }> {
  let developmentChainUrl: string | undefined
  for (const chainId of runtime.chains.configured) {
    const chain = await runtime.chains.open(chainId)
    developmentChainUrl ??= chain.developmentUrl
    if (!chain.development || (await hasContracts(chain))) continue
    await deployContracts(runtime, chain, {
      progress: ({ done, total }) => onProgress('deploying the contracts', done, total),
    })
  }
  return { developmentChainUrl }
}

/** Contracts of an earlier version are replaced: they would refuse the proofs that are made now. */
async function hasContracts(chain: OpenChain): Promise<boolean> {
  const address = chain.deployment()?.contracts.SvcVerifier.address
  if (!address) return false
  // A chain that was lost is built again from the journal, with the contracts at the same addresses.
  const isGone = (await chain.line.client.getCode({ address })) === undefined
  return isGone || (await schemasOnChain(chain, address)) !== undefined
}
