import type { KycDb } from '../context.ts'

export type Person = { id: number; svcId: string; ssiWallet: string }

export async function upsertPerson(
  db: KycDb,
  person: {
    svcId: string
    loginFingerprint: Buffer
    loginSealed: Buffer
    ssiWallet: string
    test: boolean
    at: Date
  },
): Promise<Person> {
  const inserted = await db
    .insertInto('person')
    .values({
      svc_id: person.svcId,
      login_fingerprint: person.loginFingerprint,
      login_sealed: person.loginSealed,
      ssi_wallet: person.ssiWallet,
      test: person.test,
      created_at: person.at,
    })
    .onConflict((conflict) => conflict.column('login_fingerprint').doNothing())
    .returning(['id', 'svc_id as svcId', 'ssi_wallet as ssiWallet'])
    .executeTakeFirst()
  const known = inserted ?? (await selectPersonByLogin(db, person.loginFingerprint))
  if (!known) throw new Error('person was neither inserted nor found')
  return known
}

export async function selectPersonByLogin(db: KycDb, loginFingerprint: Buffer): Promise<Person | undefined> {
  return await db
    .selectFrom('person')
    .select(['id', 'svc_id as svcId', 'ssi_wallet as ssiWallet'])
    .where('login_fingerprint', '=', loginFingerprint)
    .executeTakeFirst()
}

export async function updateSsiWallet(
  db: KycDb,
  { personId, ssiWallet }: { personId: number; ssiWallet: string },
): Promise<void> {
  await db.updateTable('person').set({ ssi_wallet: ssiWallet }).where('id', '=', personId).execute()
  await db.updateTable('journey').set({ ssi_wallet: ssiWallet }).where('person_id', '=', personId).execute()
}

export async function selectJourneysOf(db: KycDb, personId: number): Promise<{ id: number }[]> {
  return await db.selectFrom('journey').select('id').where('person_id', '=', personId).execute()
}

export async function selectSvcId(db: KycDb, personId: number): Promise<string> {
  const person = db.selectFrom('person').select('svc_id as svcId').where('id', '=', personId)
  return (await person.executeTakeFirstOrThrow()).svcId
}

export async function selectPersonId(db: KycDb, svcId: string): Promise<number | undefined> {
  const person = db.selectFrom('person').select('id').where('svc_id', '=', svcId)
  return (await person.executeTakeFirst())?.id
}

/** Returns whether the person exists only in test programs. */
export async function selectIsTest(db: KycDb, personId: number): Promise<boolean> {
  const person = db.selectFrom('person').select('test').where('id', '=', personId)
  return (await person.executeTakeFirstOrThrow()).test
}

export async function selectLogin(
  db: KycDb,
  personId: number,
): Promise<{ svcId: string; sealed: Uint8Array }> {
  return await db
    .selectFrom('person')
    .select(['svc_id as svcId', 'login_sealed as sealed'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
}

export async function selectTokensOf(
  db: KycDb,
  personId: number,
): Promise<{ journeyId: number; chainId: string; tokenId: string }[]> {
  return await db
    .selectFrom('soulbound_token')
    .innerJoin('journey', 'journey.id', 'soulbound_token.journey_id')
    .select(['journey.id as journeyId', 'soulbound_token.chain_id as chainId', 'token_id as tokenId'])
    .where('journey.person_id', '=', personId)
    .orderBy('journey.id')
    .execute()
}

export async function replaceLogin(
  db: KycDb,
  personId: number,
  login: { fingerprint: Uint8Array; sealed: Uint8Array },
): Promise<void> {
  await db
    .updateTable('person')
    .set({ login_fingerprint: login.fingerprint, login_sealed: login.sealed })
    .where('id', '=', personId)
    .execute()
}

/**
 * Returns a person's journeys in a merchant's programs. The order is fixed, so that callers can lock programs
 * without deadlocks.
 */
export async function selectJourneysAt(
  db: KycDb,
  { personId, merchantId }: { personId: number; merchantId: number },
): Promise<{ id: number; programId: number }[]> {
  return await db
    .selectFrom('journey')
    .innerJoin('program', 'program.id', 'journey.program_id')
    .select(['journey.id', 'journey.program_id as programId'])
    .where('journey.person_id', '=', personId)
    .where('program.merchant_id', '=', merchantId)
    .orderBy('journey.program_id')
    .execute()
}

export async function deleteTokens(
  db: KycDb,
  { chainId, tokenId }: { chainId: string; tokenId: string },
): Promise<void> {
  await db
    .deleteFrom('soulbound_token')
    .where('chain_id', '=', chainId)
    .where('token_id', '=', tokenId)
    .execute()
}
