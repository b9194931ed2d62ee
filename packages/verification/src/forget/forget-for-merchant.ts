import { type ChangedBy, recordChange, selectPersonAt, tablesOf, unknownPerson } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { forgetUser } from './forget-person.ts'

/**
 * Erases a person for all merchants, at the request of one of them. The audit log stores only the person's id
 * and who requested the erasure.
 */
export async function forgetForMerchant(
  context: VerificationContext,
  of: { mchNo: string; svcId: string },
  by: ChangedBy,
): Promise<void> {
  if (!(await selectPersonAt(tablesOf(context.kyc), of))) throw unknownPerson()
  await forgetUser(context, { user: of.svcId })
  const entry = { mchNo: of.mchNo, action: 'people.forgotten', target: of.svcId, detail: {} }
  // The erasure is not a single transaction. It is idempotent and is resumed until it is complete.
  await recordChange(context.kyc, entry, by)
}
