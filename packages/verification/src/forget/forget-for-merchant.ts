import { type ChangedBy, recordChange, selectPersonAt, tablesOf, unknownPerson } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { forgetUser } from './forget-person.ts'

/** Removes a person whom a merchant knows, everywhere. The log has who ordered it, and no more of whom than is left. */
export async function forgetForMerchant(
  context: VerificationContext,
  of: { mchNo: string; svcId: string },
  by: ChangedBy,
): Promise<void> {
  if (!(await selectPersonAt(tablesOf(context.kyc), of))) throw unknownPerson()
  await forgetUser(context, { user: of.svcId })
  const entry = { mchNo: of.mchNo, action: 'people.forgotten', target: of.svcId, detail: {} }
  // Forgetting is no single transaction: it is resumed until it is done. Ordered twice, it is done once.
  await recordChange(context.kyc, entry, by)
}
