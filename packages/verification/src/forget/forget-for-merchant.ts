import { type ChangedBy, recordChange, selectPersonAt, tablesOf, unknownPerson } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { forgetUser } from './forget-person.ts'

/**
 * Erases a person known to a merchant, everywhere. The audit log stores who ordered it and the person's id
 * only.
 */
export async function forgetForMerchant(
  context: VerificationContext,
  of: { mchNo: string; svcId: string },
  by: ChangedBy,
): Promise<void> {
  if (!(await selectPersonAt(tablesOf(context.kyc), of))) throw unknownPerson()
  await forgetUser(context, { user: of.svcId })
  const entry = { mchNo: of.mchNo, action: 'people.forgotten', target: of.svcId, detail: {} }
  // Erasure is not a single transaction: it resumes until it is complete, and it is idempotent.
  await recordChange(context.kyc, entry, by)
}
