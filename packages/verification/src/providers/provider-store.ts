import type { VerificationDb } from '../context.ts'

export type DataProvider = {
  id: string
  name: string
  description: string
  /** The issuer name in the provider's statements. */
  issuer: string
  startUrl: string
  jwksUrl: string
}

const columns = [
  'id',
  'name',
  'description',
  'issuer',
  'start_url as startUrl',
  'jwks_url as jwksUrl',
] as const

export async function selectProviders(db: VerificationDb): Promise<DataProvider[]> {
  return await db
    .selectFrom('data_provider')
    .select(columns)
    .where('active', '=', true)
    .orderBy('name')
    .execute()
}

export async function selectProvider(db: VerificationDb, id: string): Promise<DataProvider | undefined> {
  return await db
    .selectFrom('data_provider')
    .select(columns)
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
}

export async function upsertProvider(db: VerificationDb, provider: DataProvider, at: Date): Promise<void> {
  const { id, name, description, issuer, startUrl, jwksUrl } = provider
  const change = { name, description, issuer, start_url: startUrl, jwks_url: jwksUrl, active: true }
  await db
    .insertInto('data_provider')
    .values({ id, ...change, created_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute()
}

export async function deactivateProvider(db: VerificationDb, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_provider')
    .set({ active: false })
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function insertStatementRequest(
  db: VerificationDb,
  request: { id: string; journeyId: number; providerId: string; at: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('statement_request')
    .values({
      id: request.id,
      journey_id: request.journeyId,
      provider_id: request.providerId,
      created_at: request.at,
      expires_at: request.expiresAt,
    })
    .execute()
}

/** Deletes the request and returns its provider, so that each request can be answered only once. */
export async function claimStatementRequest(
  db: VerificationDb,
  request: { id: string; journeyId: number; at: Date },
): Promise<string | undefined> {
  const row = await db
    .updateTable('statement_request')
    .set({ used_at: request.at })
    .where('id', '=', request.id)
    .where('journey_id', '=', request.journeyId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', request.at)
    .returning('provider_id as providerId')
    .executeTakeFirst()
  return row?.providerId
}
