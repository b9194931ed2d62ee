import type { KycDb } from '../context.ts'
import { changeSigned, type Signing, signedMerchants } from '../rights/signed-rows-store.ts'

export type MerchantReviewRule = { delegated: boolean; byTwo: boolean }

/** Returns whether every review in the service needs two people. */
export async function selectByTwo(db: KycDb): Promise<boolean> {
  const row = await db.selectFrom('review_rule').select('by_two as byTwo').executeTakeFirst()
  return row?.byTwo ?? false
}

export async function updateByTwo(db: KycDb, byTwo: boolean): Promise<void> {
  await db.updateTable('review_rule').set({ by_two: byTwo }).execute()
}

export async function selectMerchantReviewRule(db: KycDb, merchantId: number): Promise<MerchantReviewRule> {
  return await db
    .selectFrom('merchant')
    .select(['reviews_delegated as delegated', 'reviews_by_two as byTwo'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()
}

/** Returns false if the merchant's row has a wrong MAC. */
export async function updateMerchantReviewRule(
  context: Signing,
  db: KycDb,
  merchantId: number,
  rule: MerchantReviewRule,
): Promise<boolean> {
  const change = { reviews_delegated: rule.delegated, reviews_by_two: rule.byTwo }
  return await changeSigned(context, db, signedMerchants, { id: merchantId, change })
}
