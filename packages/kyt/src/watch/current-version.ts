import { journalOf, type KytContext } from '../context.ts'
import { selectPolicyVersion } from '../policy/policy-store.ts'

/**
 * Returns the number of changes to the data that scores depend on. The result is the sum of all parts'
 * versions. A version only increases, so later states always have a larger sum.
 */
export async function currentVersion(context: KytContext): Promise<number> {
  const [{ ledger, labels, prices }, policies] = await Promise.all([
    context.ledger.versions(),
    selectPolicyVersion(journalOf(context)),
  ])
  return ledger + labels + prices + policies
}
