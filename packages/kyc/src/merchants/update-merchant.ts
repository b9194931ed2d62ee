import type { ChangedBy } from '../audit/audit-store.ts'
import { insertAudit } from '../audit/insert-audit.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { checkedName } from './merchant-name.ts'
import { bumpAccessVersion, type Merchant, selectMerchantByNo, updateMerchantRow } from './merchant-store.ts'
import { checkedPlan, checkedRate } from './plan.ts'
import { checkedSupport } from './support.ts'

/**
 * Changes the given fields and keeps the others. `callsPerSecond: null` resets the limit to the plan's limit,
 * and `support: null` removes the contact.
 */
export async function updateMerchant(
  context: KycContext,
  input: {
    mchNo: string
    name?: string
    plan?: string
    callsPerSecond?: number | null
    support?: string | null
  },
  by: ChangedBy,
): Promise<Merchant> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchant = await selectMerchantByNo(db, input.mchNo)
      if (!merchant) throw new InputError('merchant', 'is not known')
      const name = input.name === undefined ? merchant.name : checkedName(input.name)
      const plan = input.plan === undefined ? merchant.plan : checkedPlan(input.plan)
      const requested = input.callsPerSecond === undefined ? merchant.callsPerSecond : input.callsPerSecond
      const callsPerSecond = requested === null ? null : checkedRate(requested)
      const contact = input.support === undefined ? merchant.support : input.support
      const support = contact === null ? null : checkedSupport(contact)
      await updateMerchantRow(db, merchant.id, { name, plan, callsPerSecond, support })
      await bumpAccessVersion(db)
      // Logs only whether there is a contact, because the contact can be personal data.
      const renamed = name === merchant.name ? {} : { name, nameBefore: merchant.name }
      const detail = { plan, callsPerSecond, hasSupport: support !== null, ...renamed }
      const at = new Date(context.clock.now())
      const entry = {
        merchantId: merchant.id,
        action: 'merchant.changed',
        target: merchant.mchNo,
        detail,
        at,
      }
      await insertAudit(context, db, { ...by, ...entry })
      return { ...merchant, name, plan, callsPerSecond, support }
    })
}
