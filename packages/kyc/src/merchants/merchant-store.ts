import { sql } from 'kysely'
import type { KycDb } from '../context.ts'
import { nextRowId, type Signing, signedMerchants, signRow } from '../rights/signed-rows-store.ts'
import type { PlanName } from './plan.ts'

export type Merchant = {
  id: number
  mchNo: string
  name: string
  plan: PlanName
  callsPerSecond: number | null
  demo: boolean
  /** Contact for users: an email address or a page. */
  support: string | null
  createdAt: Date
}

const merchantColumns = [
  'id',
  'mch_no as mchNo',
  'name',
  'plan',
  'calls_per_second as callsPerSecond',
  'demo',
  'support',
  'created_at as createdAt',
] as const

export async function insertMerchant(
  context: Signing,
  db: KycDb,
  merchant: Omit<Merchant, 'id'>,
): Promise<Merchant> {
  const id = await nextRowId(db, 'merchant')
  const signed = {
    ...{ id, mch_no: merchant.mchNo, demo: merchant.demo },
    ...{ requires_passkeys: false, reviews_delegated: false, reviews_by_two: false },
    ...{ cases_by_two: null, requires_sso: null },
  }
  await db
    .insertInto('merchant')
    .values({
      ...signed,
      name: merchant.name,
      plan: merchant.plan,
      calls_per_second: merchant.callsPerSecond,
      support: merchant.support,
      created_at: merchant.createdAt,
      mac: signRow(context, signedMerchants, signed),
    })
    .execute()
  return { id, ...merchant }
}

export type MerchantSummary = Merchant & {
  liveKeys: number
  programs: number
  /** Whether the merchant's members decide its programs' reviews, and whether a decision needs two people. */
  reviewsDelegated: boolean
  reviewsByTwo: boolean
}

export async function selectMerchants(db: KycDb, now: Date): Promise<MerchantSummary[]> {
  const rows = await db
    .selectFrom('merchant')
    .select([...merchantColumns, 'reviews_delegated as reviewsDelegated', 'reviews_by_two as reviewsByTwo'])
    .select((eb) => [
      eb
        .selectFrom('api_key')
        .whereRef('api_key.merchant_id', '=', 'merchant.id')
        .where('revoked_at', 'is', null)
        .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)]))
        .select(sql<number>`count(*)::int`.as('count'))
        .$asScalar()
        .as('liveKeys'),
      eb
        .selectFrom('program')
        .whereRef('program.merchant_id', '=', 'merchant.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .$asScalar()
        .as('programs'),
    ])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    plan: row.plan as PlanName,
    liveKeys: row.liveKeys ?? 0,
    programs: row.programs ?? 0,
  }))
}

export async function selectMerchantByNo(db: KycDb, mchNo: string): Promise<Merchant | undefined> {
  const row = await db
    .selectFrom('merchant')
    .select(merchantColumns)
    .where('mch_no', '=', mchNo)
    .executeTakeFirst()
  return row && { ...row, plan: row.plan as PlanName }
}

export async function selectMerchantById(db: KycDb, id: number): Promise<Merchant> {
  const row = await db
    .selectFrom('merchant')
    .select(merchantColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, plan: row.plan as PlanName }
}

/** Locks the merchant until the transaction ends, so that concurrent changes run one after another. */
export async function lockMerchant(db: KycDb, id: number): Promise<void> {
  await db.selectFrom('merchant').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export async function updateMerchantRow(
  db: KycDb,
  merchantId: number,
  row: Pick<Merchant, 'name' | 'plan' | 'callsPerSecond' | 'support'>,
): Promise<void> {
  await db
    .updateTable('merchant')
    .set({
      name: row.name,
      plan: row.plan,
      calls_per_second: row.callsPerSecond,
      support: row.support,
    })
    .where('id', '=', merchantId)
    .execute()
}

export async function selectDemoMerchant(db: KycDb): Promise<Merchant | undefined> {
  const row = await db
    .selectFrom('merchant')
    .select(merchantColumns)
    .where('demo', '=', true)
    .orderBy('id')
    .executeTakeFirst()
  return row && { ...row, plan: row.plan as PlanName }
}

/** Makes every node reload merchants, keys and programs. */
export async function bumpAccessVersion(db: KycDb): Promise<void> {
  await db
    .updateTable('access_version')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute()
}

export async function selectAccessVersion(db: KycDb): Promise<number> {
  const { version } = await db.selectFrom('access_version').select('version').executeTakeFirstOrThrow()
  return version
}
