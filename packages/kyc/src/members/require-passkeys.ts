import type { ChangedBy } from '../audit/audit-store.ts'
import { insertAudit } from '../audit/insert-audit.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import type { SignedIn } from './member-session.ts'
import { selectRequiresPasskeys, updateRequiresPasskeys } from './member-store.ts'

export async function arePasskeysRequired(
  context: KycContext,
  { mchNo }: { mchNo: string },
): Promise<boolean> {
  return await selectRequiresPasskeys(tablesOf(context), mchNo)
}

/**
 * Only a member who signed in with a passkey can make passkeys mandatory, so that members cannot lock
 * themselves out.
 */
export async function requirePasskeys(
  context: KycContext,
  signedIn: SignedIn,
  { mchNo, required }: { mchNo: string; required: boolean },
  by: ChangedBy,
): Promise<void> {
  if (required && !signedIn.byPasskey)
    throw new InputError(
      'passkeys',
      'can be required only by a member who signed in with one: add a passkey first',
    )
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchant = await selectMerchantByNo(db, mchNo)
      if (!merchant) throw new InputError('merchant', 'is not known')
      // Anyone can sign in to the demo, so one visitor must not be able to lock out the others.
      if (required && merchant.demo) throw new InputError('passkeys', 'cannot be required for the demo')
      if (!(await updateRequiresPasskeys(context, db, merchant.id, required)))
        throw new InputError('merchant', 'is not known')
      await insertAudit(context, db, {
        ...{ ...by, merchantId: merchant.id, action: 'passkeys.required', target: mchNo },
        ...{ detail: { required }, at: new Date(context.clock.now()) },
      })
    })
}
