import { sql } from 'kysely'
import type { KytDb } from '../context.ts'
import type { PolicyOverride } from './risk-policy.ts'

export async function selectOverride(db: KytDb, merchant: string): Promise<PolicyOverride | undefined> {
  const row = await db
    .selectFrom('kyt_risk_policy')
    .select('policy')
    .where('merchant', '=', merchant)
    .executeTakeFirst()
  return row?.policy
}

export async function upsertOverride(
  db: KytDb,
  set: { merchant: string; override: PolicyOverride; at: Date },
): Promise<boolean> {
  const policy = JSON.stringify(set.override)
  await db
    .insertInto('kyt_risk_policy')
    .values({ merchant: set.merchant, policy, updated_at: set.at })
    .onConflict((conflict) => conflict.column('merchant').doUpdateSet({ policy, updated_at: set.at }))
    .execute()
  return true
}

export async function deleteOverride(db: KytDb, merchant: string): Promise<boolean> {
  const [deleted] = await db.deleteFrom('kyt_risk_policy').where('merchant', '=', merchant).execute()
  return (deleted?.numDeletedRows ?? 0n) > 0n
}

export async function updateBasePolicy(db: KytDb, fingerprint: string): Promise<void> {
  await db
    .updateTable('kyt_ledger')
    .set({ base_policy: fingerprint, policy_version: sql`policy_version + 1` })
    .where('base_policy', '<>', fingerprint)
    .execute()
}

/** Returns how many times the base policy and the merchants' policies have been changed so far. */
export async function selectPolicyVersion(db: KytDb): Promise<number> {
  const row = await db.selectFrom('kyt_ledger').select('policy_version as version').executeTakeFirst()
  return row?.version ?? 0
}

export async function raisePolicyVersion(db: KytDb): Promise<void> {
  await db.updateTable('kyt_ledger').set({ policy_version: sql`policy_version + 1` }).execute()
}
