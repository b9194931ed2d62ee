import { journalOf, type KytContext } from '../context.ts'
import { selectPolicyVersion } from '../policy/policy-store.ts'

/**
 * How often anything that a score depends on has changed. The versions only grow, so that two states of the ledger
 * never have the same sum, and the later one has the larger.
 */
export async function currentVersion(context: KytContext): Promise<number> {
  const [{ ledger, labels, prices }, policies] = await Promise.all([
    context.ledger.versions(),
    selectPolicyVersion(journalOf(context)),
  ])
  return ledger + labels + prices + policies
}
