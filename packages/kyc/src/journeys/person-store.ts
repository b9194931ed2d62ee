import type { KycDb } from '../context.ts'

export type Person = { id: number; svcId: string; ssiWallet: string }

export async function upsertPerson(
  db: KycDb,
  person: { svcId: string; loginFingerprint: Buffer; loginSealed: Buffer; ssiWallet: string; at: Date },
): Promise<Person> {
  const inserted = await db
    .insertInto('person')
    .values({
      svc_id: person.svcId,
      login_fingerprint: person.loginFingerprint,
      login_sealed: person.loginSealed,
      ssi_wallet: person.ssiWallet,
      created_at: person.at,
    })
    .onConflict((conflict) => conflict.column('login_fingerprint').doNothing())
    .returning(['id', 'svc_id as svcId', 'ssi_wallet as ssiWallet'])
    .executeTakeFirst()
  const known = inserted ?? (await selectPersonByLogin(db, person.loginFingerprint))
  if (!known) throw new Error('a person is neither new nor known')
  return known
}

export async function selectPersonByLogin(db: KycDb, loginFingerprint: Buffer): Promise<Person | undefined> {
  return await db
    .selectFrom('person')
    .select(['id', 'svc_id as svcId', 'ssi_wallet as ssiWallet'])
    .where('login_fingerprint', '=', loginFingerprint)
    .executeTakeFirst()
}

export async function upsertAccount(
  db: KycDb,
  account: {
    merchantId: number
    personId: number
    fingerprint: Buffer
    kind: 'login' | 'wallet' | 'email' | 'other'
    chainId: string
    sealed: Buffer
    at: Date
  },
): Promise<void> {
  await db
    .insertInto('account')
    .values({
      merchant_id: account.merchantId,
      fingerprint: account.fingerprint,
      person_id: account.personId,
      kind: account.kind,
      chain_id: account.chainId,
      sealed: account.sealed,
      created_at: account.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
