import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { type AuditEntry, insertAudit } from './audit-store.ts'
import type { ChangedBy } from './changed-by.ts'

export type Change = Pick<AuditEntry, 'action' | 'target' | 'detail'> & { mchNo: string }

/** Writes down a change that another engine has made. This one's own changes are written in their transactions. */
export async function noteChange(
  context: KycContext,
  { mchNo, ...change }: Change,
  by: ChangedBy,
): Promise<void> {
  const db = tablesOf(context)
  const merchant = await selectMerchantByNo(db, mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  await insertAudit(db, { ...by, ...change, merchantId: merchant.id, at: new Date(context.clock.now()) })
}
