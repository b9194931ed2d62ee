import type { Scope } from '@touchstone/contract'
import type { KycDb } from '../context.ts'
import type { Merchant } from '../merchants/merchant-store.ts'
import type { PlanName } from '../merchants/plan.ts'
import { type Program, selectProgramsOf } from '../programs/program-store.ts'
import { isGenuine, type Signing, signedApiKeys, signedMerchants } from '../rights/signed-rows-store.ts'

export type MerchantWithPrograms = { merchant: Merchant; programs: Program[] }

export type KeyOfMerchant = {
  keyId: string
  expiresAt: Date | null
  scopes: readonly Scope[] | null
  networks: readonly string[] | null
  merchant: Merchant
}

const joinedMerchant = [
  'merchant.id',
  'merchant.mch_no as mchNo',
  'merchant.name',
  'merchant.plan',
  'merchant.calls_per_second as callsPerSecond',
  'merchant.demo',
  'merchant.support',
  'merchant.created_at as createdAt',
  'merchant.requires_passkeys',
  'merchant.requires_sso',
  'merchant.reviews_delegated',
  'merchant.reviews_by_two',
  'merchant.cases_by_two',
  'merchant.mac',
] as const

type ReadMerchant = Omit<Merchant, 'plan'> & {
  plan: string
  requires_passkeys: boolean
  requires_sso: boolean | null
  reviews_delegated: boolean
  reviews_by_two: boolean
  cases_by_two: boolean | null
  mac: Uint8Array | null
}

function genuineMerchant(context: Signing, row: ReadMerchant): Merchant | undefined {
  const { requires_passkeys, requires_sso, reviews_delegated, reviews_by_two, cases_by_two, ...rest } = row
  const { mac, plan, ...merchant } = rest
  const { id, mchNo: mch_no, demo } = merchant
  const signed = {
    ...{ id, mch_no, demo, requires_passkeys, reviews_delegated, reviews_by_two },
    ...{ cases_by_two, requires_sso },
  }
  return isGenuine(context, signedMerchants, signed, mac)
    ? { ...merchant, plan: plan as PlanName }
    : undefined
}

/** Returns the key with this fingerprint and its merchant, unless the key is revoked. */
export async function selectKey(
  context: Signing,
  db: KycDb,
  fingerprint: Buffer,
): Promise<KeyOfMerchant | undefined> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('merchant', 'merchant.id', 'api_key.merchant_id')
    .select(['key_id as keyId', 'expires_at as expiresAt', 'scopes', 'networks'])
    .select(['merchant_id', 'api_key.mac as keyMac'])
    .select(joinedMerchant)
    .where('fingerprint', '=', fingerprint)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { keyId, expiresAt, scopes, networks, merchant_id, keyMac, ...read } = row
  const key = { key_id: keyId, merchant_id, fingerprint, expires_at: expiresAt, scopes, networks }
  if (!isGenuine(context, signedApiKeys, key, keyMac)) return undefined
  const merchant = genuineMerchant(context, read)
  return merchant && { keyId, expiresAt, scopes: scopes as Scope[] | null, networks, merchant }
}

export async function selectMerchantNumbers(db: KycDb): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('merchant').select('mch_no as mchNo').execute()
  return new Set(rows.map(({ mchNo }) => mchNo))
}

export async function selectMerchantWithPrograms(
  context: Signing,
  db: KycDb,
  mchNo: string,
): Promise<MerchantWithPrograms | undefined> {
  const row = await db
    .selectFrom('merchant')
    .select(joinedMerchant)
    .where('mch_no', '=', mchNo)
    .executeTakeFirst()
  const merchant = row && genuineMerchant(context, row)
  return merchant && { merchant, programs: await selectProgramsOf(db, merchant.id) }
}
