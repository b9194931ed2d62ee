import type { KytContext } from './context.ts'
import { prepareLedger } from './imports/prepare-ledger.ts'
import { noteBasePolicy } from './policy/policies.ts'

/** Prepares the ledger and everything else that is needed to answer queries about addresses. */
export async function openLedger(context: KytContext): Promise<void> {
  await prepareLedger(context)
  await noteBasePolicy(context)
}
