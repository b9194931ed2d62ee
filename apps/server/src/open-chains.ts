import { deployContracts, type Runtime } from '@touchstone/runtime'

/**
 * Opens the configured chains and resumes the jobs of their journals. The server deploys contracts to a development chain by
 * itself; on every other chain, where a deployment costs money, an operator deploys them. A lost development chain is
 * rebuilt from the journal, with the contracts at the same addresses.
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
