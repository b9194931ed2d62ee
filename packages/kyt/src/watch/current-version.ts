import { journalOf, type KytContext } from '../context.ts'
import { selectPolicyVersion } from '../policy/policy-store.ts'

/**
 * Returns the number of changes to the data that scores depend on. Each part's version only increases, so
 * every state of the ledger has a different sum, and later states have larger sums.
 */
export async function currentVersion(context: KytContext): Promise<number> {
  const [{ ledger, labels, prices }, policies] = await Promise.all([
    context.ledger.versions(),
    selectPolicyVersion(journalOf(context)),
  ])
  return ledger + labels + prices + policies
}
