import type { AuditLog } from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { selectAudit } from './audit-store.ts'

const pageSize = 100

/** A page of the log of a merchant, or with `mchNo` left out of the operator's, the newest entry first. */
export async function showAudit(
  context: KycContext,
  { mchNo, before }: { mchNo: string | undefined; before?: number },
): Promise<AuditLog> {
  const db = tablesOf(context)
  const merchant = mchNo === undefined ? undefined : await selectMerchantByNo(db, mchNo)
  if (mchNo !== undefined && !merchant) throw new InputError('merchant', 'is not known')
  const rows = await selectAudit(db, {
    merchantId: merchant?.id ?? null,
    limit: pageSize + 1,
    ...(before !== undefined && { before }),
  })
  return {
    entries: rows.slice(0, pageSize).map(({ merchantId: _, at, detail, ...entry }) => ({
      ...entry,
      detail: { ...detail },
      at: at.toISOString(),
    })),
    more: rows.length > pageSize,
  }
}
