import type { ForgetReceipt } from '@touchstone/contract'
import { type ChangedBy, InputError, insertAudit, tablesOf } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { forgetUser } from './forget-person.ts'
import { previewForgetting } from './preview-forgetting.ts'

/**
 * Removes a person everywhere, by the id, typed twice: this can't be undone. The log has the number of the receipt, which
 * names nobody.
 */
export async function forgetById(
  context: VerificationContext,
  { svcId, confirm }: { svcId: string; confirm: string },
  by: ChangedBy,
): Promise<ForgetReceipt> {
  if (confirm !== svcId) throw new InputError('confirm', 'must be the same id once more')
  await previewForgetting(context, { svcId })
  const [receipt] = await forgetAndAudit(context, { user: svcId }, by)
  if (!receipt) throw new Error('a person was forgotten without a receipt')
  return receipt
}

/** The same for who is named otherwise: an id, a login or an account. */
export async function forgetAndAudit(
  context: VerificationContext,
  of: { user: string },
  by: ChangedBy,
): Promise<ForgetReceipt[]> {
  const receipts = await forgetUser(context, of)
  // Forgetting is no single transaction: it is resumed until it is done. Ordered twice, it is done once.
  for (const { receiptId } of receipts)
    await insertAudit(tablesOf(context.kyc), {
      ...{ ...by, merchantId: null, action: 'people.forgotten', target: receiptId, detail: {} },
      at: new Date(context.clock.now()),
    })
  return receipts
}
