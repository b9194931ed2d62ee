import { randomDigits } from '@touchstone/common'
import { byServer, type ChangedBy } from '../audit/audit-store.ts'
import { insertAudit } from '../audit/insert-audit.ts'
import { startChain } from '../audit/start-chains.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { issueApiKey } from './api-keys.ts'
import { checkedName } from './merchant-name.ts'
import { bumpAccessVersion, insertMerchant, type Merchant } from './merchant-store.ts'
import { checkedPlan, checkedRate } from './plan.ts'
import { checkedSupport } from './support.ts'

export type CreatedMerchant = { merchant: Merchant; keyId: string; apiKey: string }

/** Creates a merchant with a first API key. The key cannot be read again later. */
export async function createMerchant(
  context: KycContext,
  input: { name: string; plan?: string; callsPerSecond?: number; support?: string; demo?: boolean },
  by: ChangedBy = byServer,
): Promise<CreatedMerchant> {
  const name = checkedName(input.name)
  const plan = checkedPlan(input.plan ?? 'standard')
  const callsPerSecond = input.callsPerSecond === undefined ? null : checkedRate(input.callsPerSecond)
  const support = input.support === undefined ? null : checkedSupport(input.support)

  return await tablesOf(context)
    .transaction()
    .execute(async (db: KycDb) => {
      const merchant = await insertMerchant(context, db, {
        mchNo: `M${randomDigits(context.random, 31)}`,
        name,
        plan,
        callsPerSecond,
        demo: input.demo ?? false,
        support,
        createdAt: new Date(context.clock.now()),
      })
      await startChain(context, db, merchant.id, merchant.createdAt)
      const { keyId, apiKey } = await issueApiKey(context, db, merchant.id)
      await bumpAccessVersion(db)
      const entry = { merchantId: merchant.id, action: 'merchant.created', target: merchant.mchNo }
      await insertAudit(context, db, {
        ...by,
        ...entry,
        detail: { plan, key: keyId },
        at: merchant.createdAt,
      })
      return { merchant, keyId, apiKey }
    })
}
