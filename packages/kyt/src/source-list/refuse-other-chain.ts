import { OperatorError } from '@touchstone/common'
import type { Network } from '../addresses/networks.ts'
import type { KytContext } from '../context.ts'
import { openHistorySource } from '../sources/histories/open-history-source.ts'
import { SourceError } from '../sources/histories/source-error.ts'
import { createSourceHttp } from '../sources/histories/source-http.ts'
import { waitUnlessAborted } from '../sources/rpc/wait-unless-aborted.ts'

/** How long the check waits for the node. A node that is not reachable yet is checked when it is first used. */
const timeoutMs = 5000

/** Throws if the URL belongs to a node of another chain than the network's. Other kinds of sources are not checked. */
export async function refuseOtherChain(
  { clock, random }: Pick<KytContext, 'clock' | 'random'>,
  of: { readonly kind: string; readonly network: Network | undefined; readonly url: string },
): Promise<void> {
  const { kind, network, url } = of
  if (kind !== 'evm-node' || network === undefined) return
  const http = createSourceHttp({ clock, random, wait: waitUnlessAborted, timeoutMs, attempts: 1 })
  try {
    await openHistorySource({ kind, network, url, http }).head({ beforeRequest: async () => {} })
  } catch (error) {
    if (!(error instanceof SourceError) || error.kind !== 'chain') return
    throw new OperatorError({
      code: 'source.chain',
      message: `The source was not added: ${error.message}.`,
      remedy: `Pass the URL of a node of ${network}, or the network of this node with --network.`,
      cause: error,
    })
  }
}
