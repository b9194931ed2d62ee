import { sql } from 'kysely'
import type { KycDb } from '../context.ts'
import {
  isGenuine,
  nextRowId,
  type Signing,
  signedIdentities,
  signedProviders,
  signRow,
} from '../rights/signed-rows-store.ts'

/** An identity provider with which the members of one merchant, or of the operator, sign in. */
export type ProviderRow = {
  id: number
  /** Null for the operator's provider. */
  merchantId: number | null
  issuer: string
  clientId: string
  clientSecretSealed: Uint8Array
  roleClaim: string
  /** Entries like `owner:admins`. */
  roles: readonly string[]
  requiresMfa: boolean
  amr: readonly string[]
  acr: readonly string[]
  createsMembers: boolean
  /** Whether the operator has allowed the issuer's host to be in a private network. */
  internal: boolean
  /** The member who last changed the provider. Null if it was the operator. */
  changedBy: number | null
  /** The time from which its sessions can decide reviews. Null if there is no waiting time. */
  trustedFrom: Date | null
  changedAt: Date
}

const columns = [
  'id',
  'merchant_id as merchantId',
  'issuer',
  'client_id as clientId',
  'client_secret_sealed as clientSecretSealed',
  'role_claim as roleClaim',
  'roles',
  'requires_mfa as requiresMfa',
  'amr',
  'acr',
  'creates_members as createsMembers',
  'internal',
  'changed_by as changedBy',
  'trusted_from as trustedFrom',
  'changed_at as changedAt',
  'mac',
] as const

const signedPartOf = (row: Omit<ProviderRow, 'clientSecretSealed' | 'changedAt'>) => ({
  ...{ id: row.id, merchant_id: row.merchantId, issuer: row.issuer, client_id: row.clientId },
  ...{ role_claim: row.roleClaim, roles: [...row.roles], requires_mfa: row.requiresMfa },
  ...{ amr: [...row.amr], acr: [...row.acr], creates_members: row.createsMembers, internal: row.internal },
  ...{ changed_by: row.changedBy, trusted_from: row.trustedFrom },
})

function genuine(
  context: Signing,
  row: (ProviderRow & { mac: Uint8Array | null }) | undefined,
): ProviderRow | undefined {
  if (!row) return undefined
  const { mac, ...provider } = row
  return isGenuine(context, signedProviders, signedPartOf(provider), mac) ? provider : undefined
}

/** Returns the provider of a merchant. `null` selects the operator's provider. */
export async function selectProviderOf(
  context: Signing,
  db: KycDb,
  merchantId: number | null,
): Promise<ProviderRow | undefined> {
  const query = db.selectFrom('sso_provider').select(columns)
  const row = await query
    .where('merchant_id', merchantId === null ? 'is' : '=', merchantId)
    .executeTakeFirst()
  return genuine(context, row)
}

export async function selectProvider(
  context: Signing,
  db: KycDb,
  id: number,
): Promise<ProviderRow | undefined> {
  const row = await db.selectFrom('sso_provider').select(columns).where('id', '=', id).executeTakeFirst()
  return genuine(context, row)
}

/** Reserves the id of a new provider, because the seal of its secret covers the id. */
export async function nextProviderId(db: KycDb): Promise<number> {
  return await nextRowId(db, 'sso_provider')
}

/** Stores a provider in place of the previous one. Keeps its identities if the id is the same. */
export async function storeProvider(context: Signing, db: KycDb, provider: ProviderRow): Promise<void> {
  const signed = signedPartOf(provider)
  const values = {
    ...signed,
    client_secret_sealed: provider.clientSecretSealed,
    changed_at: provider.changedAt,
    mac: signRow(context, signedProviders, signed),
  }
  await db
    .insertInto('sso_provider')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Deletes the provider of a merchant or of the operator, also if its MAC is wrong. Returns its id. */
export async function deleteProviderOf(db: KycDb, merchantId: number | null): Promise<number | undefined> {
  const deleted = await db
    .deleteFrom('sso_provider')
    .where('merchant_id', merchantId === null ? 'is' : '=', merchantId)
    .returning('id')
    .executeTakeFirst()
  return deleted?.id
}

/**
 * Counts a failed sign-in. Returns the number of failures since the last one that was recorded if this one has to be
 * recorded, too: at most one per `every` milliseconds, so that nobody can fill the audit log.
 */
export async function countProviderFailure(
  db: KycDb,
  id: number,
  { at, every }: { at: Date; every: number },
): Promise<number | undefined> {
  const recorded = await db
    .updateTable('sso_provider as changed')
    .set({ failed_at: at, failures: 0 })
    .from('sso_provider as previous')
    .whereRef('previous.id', '=', 'changed.id')
    .where('changed.id', '=', id)
    .where(sql<boolean>`coalesce(changed.failed_at <= ${new Date(at.getTime() - every)}, true)`)
    .returning('previous.failures')
    .executeTakeFirst()
  if (recorded) return recorded.failures + 1
  await db
    .updateTable('sso_provider')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return undefined
}

/** The account of a provider to which a member is bound. `forged`: a row exists, but its MAC is wrong. */
export type Identity = { readonly memberId: number } | 'forged' | undefined

export async function selectIdentity(
  context: Signing,
  db: KycDb,
  of: { providerId: number } & ({ subjectHash: Uint8Array } | { memberId: number }),
): Promise<Identity> {
  const query = db
    .selectFrom('sso_identity')
    .select(['id', 'provider_id', 'member_id', 'subject_hash', 'mac'])
    .where('provider_id', '=', of.providerId)
  const row = await ('memberId' in of
    ? query.where('member_id', '=', of.memberId)
    : query.where('subject_hash', '=', of.subjectHash)
  ).executeTakeFirst()
  if (!row) return undefined
  return isGenuine(context, signedIdentities, row, row.mac) ? { memberId: row.member_id } : 'forged'
}

export async function insertIdentity(
  context: Signing,
  db: KycDb,
  identity: { providerId: number; memberId: number; subjectHash: Uint8Array; at: Date },
): Promise<void> {
  const signed = {
    ...{ id: await nextRowId(db, 'sso_identity'), provider_id: identity.providerId },
    ...{ member_id: identity.memberId, subject_hash: identity.subjectHash },
  }
  await db
    .insertInto('sso_identity')
    .values({ ...signed, created_at: identity.at, mac: signRow(context, signedIdentities, signed) })
    .execute()
}

/** Deletes all bindings of a provider or, with `memberId`, the binding of one member. */
export async function deleteIdentities(
  db: KycDb,
  of: { providerId: number; memberId?: number },
): Promise<void> {
  let query = db.deleteFrom('sso_identity').where('provider_id', '=', of.providerId)
  if (of.memberId !== undefined) query = query.where('member_id', '=', of.memberId)
  await query.execute()
}
