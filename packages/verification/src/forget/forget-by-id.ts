import type { ForgetReceipt } from '@touchstone/contract'
import { type ChangedBy, InputError, insertAudits, tablesOf } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { forgetUser } from './forget-person.ts'
import { previewForgetting } from './preview-forgetting.ts'

/**
 * Erases a person's data everywhere. The caller must enter the id twice, because the erasure cannot be
 * undone. The audit log stores only the receipt number, which does not identify the person.
 */
export async function forgetById(
  context: VerificationContext,
  { svcId, confirm }: { svcId: string; confirm: string },
  by: ChangedBy,
): Promise<ForgetReceipt> {
  if (confirm !== svcId) throw new InputError('confirm', 'must repeat the same id')
  await previewForgetting(context, { svcId })
  const [receipt] = await forgetAndAudit(context, { user: svcId }, by)
  if (!receipt) throw new Error('the erased person has no receipt')
  return receipt
}

/** Erases all people who match an id, a login or an account, and writes the audit log entry. */
export async function forgetAndAudit(
  context: VerificationContext,
  of: { user: string },
  by: ChangedBy,
): Promise<ForgetReceipt[]> {
  const receipts = await forgetUser(context, of)
  // The erasure is not a single transaction. It is idempotent and is resumed until it is complete.
  const entry = { ...by, merchantId: null, action: 'people.forgotten', detail: {} }
  const at = new Date(context.clock.now())
  const entries = receipts.map(({ receiptId }) => ({ ...entry, target: receiptId, at }))
  await insertAudits(context.kyc, tablesOf(context.kyc), entries)
  return receipts
}
