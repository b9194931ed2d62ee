import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { type AuditEntry, insertAudit } from './audit-store.ts'
import type { ChangedBy } from './changed-by.ts'

/** With `mchNo` left out it is the operator's. */
export type Change = Pick<AuditEntry, 'action' | 'target' | 'detail'> & { mchNo?: string | undefined }

/** Writes down a change that another engine has made. This one's own changes are written in their transactions. */
export async function noteChange(
  context: KycContext,
  { mchNo, ...change }: Change,
  by: ChangedBy,
): Promise<void> {
  const db = tablesOf(context)
  const merchant = mchNo === undefined ? undefined : await selectMerchantByNo(db, mchNo)
  if (mchNo !== undefined && !merchant) throw new InputError('merchant', 'is not known')
  const at = new Date(context.clock.now())
  await insertAudit(db, { ...by, ...change, merchantId: merchant?.id ?? null, at })
}
