import { deployContracts, type Runtime } from '@touchstone/runtime'

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
    if (!chain.development || chain.deployment()) continue
    await deployContracts(runtime, chain, {
      progress: ({ done, total }) => onProgress('deploying the contracts', done, total),
    })
  }
  return { developmentChainUrl }
}
