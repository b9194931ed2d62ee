import type { KytContext } from './context.ts'
import { prepareLedger } from './imports/prepare-ledger.ts'
import { noteBasePolicy } from './policy/policies.ts'

/** Makes everything ready that a question about an address needs. */
export async function openLedger(context: KytContext): Promise<void> {
  await prepareLedger(context)
  await noteBasePolicy(context)
}
