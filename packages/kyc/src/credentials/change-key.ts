import { type AuditEntry, insertAudit } from '../audit/audit-store.ts'
import type { ChangedBy } from '../audit/changed-by.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { bumpAccessVersion } from './access-store.ts'
import { type ApiKeyRow, lockApiKey } from './api-key-store.ts'

/** `mchNo` left out: of any merchant, as the operator's command names keys. */
export type WhichKey = { keyId: string; mchNo?: string }

export type KeyChange<Result> = {
  result: Result
  /** Left out where nothing was changed. */
  log?: Pick<AuditEntry, 'action' | 'target'> & { detail?: AuditEntry['detail'] }
}

/** Changes a key in one transaction with its entry in the audit log, and tells every node that keys have changed. */
export async function changeKey<Result>(
  context: KycContext,
  which: WhichKey,
  by: ChangedBy,
  work: (db: KycDb, key: ApiKeyRow) => Promise<KeyChange<Result>>,
): Promise<Result> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const key = await lockApiKey(db, which.keyId)
      // Another merchant's key is refused in the same words as one that nobody has.
      if (!key || !(await belongs(db, key, which.mchNo))) throw new InputError('key id', 'is not known')
      const { result, log } = await work(db, key)
      if (!log) return result
      await bumpAccessVersion(db)
      const at = new Date(context.clock.now())
      await insertAudit(db, { ...by, merchantId: key.merchantId, detail: {}, ...log, at })
      return result
    })
}

async function belongs(db: KycDb, key: ApiKeyRow, mchNo: string | undefined): Promise<boolean> {
  return mchNo === undefined || (await selectMerchantByNo(db, mchNo))?.id === key.merchantId
}
