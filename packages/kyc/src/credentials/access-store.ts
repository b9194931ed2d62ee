import type { KycDb } from '../context.ts'
import type { Merchant } from '../merchants/merchant-store.ts'
import type { PlanName } from '../merchants/plan.ts'
import { type Program, selectProgramsOf } from '../programs/program-store.ts'

export type MerchantWithPrograms = { merchant: Merchant; programs: Program[] }

export type KeyAccess = MerchantWithPrograms & { keyId: string; expiresAt: Date | null }

const joinedMerchant = [
  'merchant.id',
  'merchant.mch_no as mchNo',
  'merchant.name',
  'merchant.plan',
  'merchant.calls_per_second as callsPerSecond',
  'merchant.demo',
  'merchant.support',
  'merchant.created_at as createdAt',
] as const

/**
 * Returns the key with this fingerprint if it is not revoked, together with its merchant and the merchant's
 * programs.
 */
export async function selectKeyAccess(db: KycDb, fingerprint: Buffer): Promise<KeyAccess | undefined> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('merchant', 'merchant.id', 'api_key.merchant_id')
    .select(['key_id as keyId', 'expires_at as expiresAt', ...joinedMerchant])
    .where('fingerprint', '=', fingerprint)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { keyId, expiresAt, plan, ...merchant } = row
  return {
    keyId,
    expiresAt,
    merchant: { ...merchant, plan: plan as PlanName },
    programs: await selectProgramsOf(db, merchant.id),
  }
}

export async function selectMerchantNumbers(db: KycDb): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('merchant').select('mch_no as mchNo').execute()
  return new Set(rows.map(({ mchNo }) => mchNo))
}

export async function selectMerchantWithPrograms(
  db: KycDb,
  mchNo: string,
): Promise<MerchantWithPrograms | undefined> {
  const row = await db
    .selectFrom('merchant')
    .select(joinedMerchant)
    .where('mch_no', '=', mchNo)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    merchant: { ...row, plan: row.plan as PlanName },
    programs: await selectProgramsOf(db, row.id),
  }
}
