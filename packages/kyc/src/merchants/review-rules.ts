import type { ChangedBy } from '../audit/audit-store.ts'
import { insertAudit } from '../audit/insert-audit.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from './merchant-store.ts'
import {
  selectByTwo,
  selectMerchantReviewRule,
  updateByTwo,
  updateMerchantReviewRule,
} from './review-rule-store.ts'

/**
 * The review rules of a merchant or, if `mchNo` is omitted, of the whole service. The service's rules cannot
 * delegate reviews.
 */
export type ReviewRule = {
  /**
   * Whether the merchant's compliance members and owners decide its programs' reviews, in addition to the
   * operator.
   */
  delegated: boolean
  /** Whether two members must agree on each decision. */
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

/**
 * Changes the given rules and keeps the others. The log entry belongs to the affected merchant or to the
 * operator.
 */
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
        if (delegated !== undefined)
          throw new InputError('delegated', 'applies only to merchants: specify the merchant')
        const before = { delegated: false, byTwo: await selectByTwo(db) }
        refuseLoosening(before, byTwo, by)
        const rule = { ...before, byTwo: byTwo ?? before.byTwo }
        await updateByTwo(db, rule.byTwo)
        await insertAudit(context, db, {
          ...entry,
          merchantId: null,
          target: 'all',
          detail: { byTwo: rule.byTwo },
        })
        return rule
      }
      const { id: merchantId, demo } = await knownMerchant(db, mchNo)
      // Anyone can sign in to the demo as its owner and could otherwise see the documents of other visitors.
      if (delegated && demo) throw new InputError('reviews', 'of the demo cannot be delegated')
      const before = await selectMerchantReviewRule(db, merchantId)
      refuseLoosening(before, byTwo, by)
      const rule = { delegated: delegated ?? before.delegated, byTwo: byTwo ?? before.byTwo }
      if (!(await updateMerchantReviewRule(context, db, merchantId, rule)))
        throw new InputError('merchant', 'is not known')
      await insertAudit(context, db, { ...entry, merchantId, target: mchNo, detail: { ...rule } })
      return rule
    })
}

/**
 * Returns whether the merchant's rule or the service's rule requires two members to decide reviews of this
 * merchant's programs.
 */
export async function needsTwo(
  context: KycContext,
  merchantId: number,
  db: KycDb = tablesOf(context),
): Promise<boolean> {
  return (await selectByTwo(db)) || (await selectMerchantReviewRule(db, merchantId)).byTwo
}

/**
 * Prevents members from disabling the second opinion. Otherwise, one member could disable the rule, decide a
 * review alone, and enable the rule again.
 */
function refuseLoosening(before: ReviewRule, byTwo: boolean | undefined, { actor }: ChangedBy): void {
  if (before.byTwo && byTwo === false && actor === 'member')
    throw new InputError(
      'two people',
      'can be switched off only on the command line: npx touchstone review rule --two-people no',
    )
}

async function knownMerchant(db: KycDb, mchNo: string): Promise<{ id: number; demo: boolean }> {
  const merchant = await selectMerchantByNo(db, mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  return merchant
}
