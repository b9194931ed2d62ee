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

export type PolicyVersionRow = {
  readonly id: number
  /** Null if the default policy was restored. */
  readonly policy: string | null
  readonly version: string
  readonly fingerprint: string
  readonly changedBy: string
  readonly changedAt: Date
}

/** Stores a version of a merchant's policy. */
export async function insertPolicyVersion(
  db: KytDb,
  of: {
    merchant: string
    override: PolicyOverride | undefined
    version: string
    fingerprint: string
    by: string
    at: Date
  },
): Promise<void> {
  const { merchant, override, version, fingerprint, by, at } = of
  const policy = override === undefined ? null : JSON.stringify(override)
  const values = { merchant, policy, version, fingerprint, changed_by: by, changed_at: at }
  await db.insertInto('kyt_policy_version').values(values).execute()
}

/** Selects the versions of a merchant's policy, newest first. */
export async function selectPolicyVersions(
  db: KytDb,
  of: { merchant: string; before?: number | undefined; limit: number },
): Promise<PolicyVersionRow[]> {
  let query = db
    .selectFrom('kyt_policy_version')
    .select(['id', 'policy', 'version', 'fingerprint', 'changed_by as changedBy', 'changed_at as changedAt'])
    .where('merchant', '=', of.merchant)
  if (of.before !== undefined) query = query.where('id', '<', of.before)
  return await query.orderBy('id', 'desc').limit(of.limit).execute()
}
