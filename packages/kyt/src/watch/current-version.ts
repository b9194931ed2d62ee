import type { KytContext } from '../context.ts'
import { currentVersions } from '../ledger/versions.ts'

/**
 * How often anything that a score hangs on has changed. The versions only grow, so that two states of the ledger
 * never have the same sum, and the later one has the larger.
 */
export async function currentVersion(context: KytContext): Promise<number> {
  const { ledger, labels, prices, policies } = await currentVersions(context)
  return ledger + labels + prices + policies
}
