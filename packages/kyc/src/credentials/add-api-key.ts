import { insertAudit } from '../audit/audit-store.ts'
import type { ChangedBy } from '../audit/changed-by.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { bumpAccessVersion } from './access-store.ts'
import { issueApiKey } from './issue-api-key.ts'

/** One more live key for a merchant, beside those it has. */
export async function addApiKey(
  context: KycContext,
  input: { mchNo: string },
  by: ChangedBy,
): Promise<{ keyId: string; apiKey: string }> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchant = await selectMerchantByNo(db, input.mchNo)
      if (!merchant) throw new InputError('merchant', 'is not known')
      const key = await issueApiKey(context, db, merchant.id)
      await bumpAccessVersion(db)
      const at = new Date(context.clock.now())
      const entry = { merchantId: merchant.id, action: 'key.added', target: key.keyId, detail: {}, at }
      await insertAudit(db, { ...by, ...entry })
      return key
    })
}
