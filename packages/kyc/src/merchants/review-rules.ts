import { type ChangedBy, insertAudit } from '../audit/audit-store.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from './merchant-store.ts'
import {
  selectByTwo,
  selectMerchantReviewRule,
  updateByTwo,
  updateMerchantReviewRule,
} from './review-rule-store.ts'

/** Of a merchant; with `mchNo` left out of the service, which delegates nothing as a whole. */
export type ReviewRule = {
  /** The merchant's own people (compliance and owner) decide the reviews of its programs, besides the operator. */
  delegated: boolean
  /** A decision takes two members who say the same. */
  byTwo: boolean
}

export async function showReviewRule(
  context: KycContext,
  { mchNo }: { mchNo?: string | undefined },
): Promise<ReviewRule> {
  const db = tablesOf(context)
  if (mchNo === undefined) return { delegated: false, byTwo: await selectByTwo(db) }
  return await selectMerchantReviewRule(db, (await knownMerchant(db, mchNo)).id)
}

/** Changes what is given and leaves the rest. The entry is in the log of who it is about. */
export async function setReviewRule(
  context: KycContext,
  input: { mchNo?: string | undefined; delegated?: boolean | undefined; byTwo?: boolean | undefined },
  by: ChangedBy,
): Promise<ReviewRule> {
  const { mchNo, delegated, byTwo } = input
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const entry = { ...by, action: 'reviews.rule-changed', at: new Date(context.clock.now()) }
      if (mchNo === undefined) {
        if (delegated !== undefined) throw new InputError('delegated', 'is of one merchant: name it')
        const before = { delegated: false, byTwo: await selectByTwo(db) }
        refuseLoosening(before, byTwo, by)
        const rule = { ...before, byTwo: byTwo ?? before.byTwo }
        await updateByTwo(db, rule.byTwo)
        await insertAudit(db, { ...entry, merchantId: null, target: 'all', detail: { byTwo: rule.byTwo } })
        return rule
      }
      const { id: merchantId, demo } = await knownMerchant(db, mchNo)
      // Everybody can open the demo as its owner, and would see documents of others who tried it.
      if (delegated && demo) throw new InputError('reviews', 'of the demo can’t be delegated')
      const before = await selectMerchantReviewRule(db, merchantId)
      refuseLoosening(before, byTwo, by)
      const rule = { delegated: delegated ?? before.delegated, byTwo: byTwo ?? before.byTwo }
      await updateMerchantReviewRule(db, merchantId, rule)
      await insertAudit(db, { ...entry, merchantId, target: mchNo, detail: { ...rule } })
      return rule
    })
}

/** Whether a review of this merchant's programs takes two people: by its own rule, or by that of the service. */
export async function needsTwo(context: KycContext, merchantId: number): Promise<boolean> {
  const db = tablesOf(context)
  return (await selectByTwo(db)) || (await selectMerchantReviewRule(db, merchantId)).byTwo
}

/** Who decides could otherwise switch it off, decide alone, and switch it on again. */
function refuseLoosening(before: ReviewRule, byTwo: boolean | undefined, { actor }: ChangedBy): void {
  if (before.byTwo && byTwo === false && actor === 'member')
    throw new InputError(
      'two people',
      'can be given up by the command line alone: npx touchstone review rule --two-people no',
    )
}

async function knownMerchant(db: KycDb, mchNo: string): Promise<{ id: number; demo: boolean }> {
  const merchant = await selectMerchantByNo(db, mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  return merchant
}
