import { journalOf, type KytContext } from '../context.ts'
import { selectPolicyVersion } from '../policy/policy-store.ts'

/**
 * Returns the number of changes to the data that scores depend on. The result is the sum of all parts'
 * versions. Each version only ever increases, so a later state always has a larger sum.
 */
export async function currentVersion(context: KytContext): Promise<number> {
  const [{ ledger, labels, prices }, policies] = await Promise.all([
    context.ledger.versions(),
    selectPolicyVersion(journalOf(context)),
  ])
  return ledger + labels + prices + policies
}
