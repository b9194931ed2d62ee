import type { Credential } from '@touchstone/credential'
import type { VerificationDb } from '../context.ts'
import { insertIssued } from './issued-credential-store.ts'

export type HeldCredential = { kind: string; merchantId: number; sealed: Uint8Array; issuedAt: Date }

export async function upsertCredential(
  db: VerificationDb,
  credential: {
    personId: number
    kind: string
    /** The only merchant whose programs accept the credential, or 0 if every program accepts it. */
    merchantId: number
    credential: Pick<Credential, 'credentialId' | 'validUntil'>
    sealed: Uint8Array
    at: Date
  },
): Promise<void> {
  const { personId, kind, merchantId, sealed, at } = credential
  const { credentialId, validUntil } = credential.credential
  const change = {
    credential_sealed: sealed,
    valid_until: validUntil,
    issued_at: at,
    revoked_at: null,
  }
  await db
    .insertInto('person_credential')
    .values({ person_id: personId, kind, merchant_id: merchantId, ...change })
    .onConflict((conflict) => conflict.columns(['person_id', 'kind', 'merchant_id']).doUpdateSet(change))
    .execute()
  await insertIssued(db, { credentialId, personId, merchantId, validUntil })
}

/**
 * The credentials that a merchant's programs accept: those that every program accepts and, if a merchant is
 * given, those that are limited to this merchant. `all` includes those limited to any merchant.
 */
export type AcceptedAt = number | 'every merchant' | 'all'

export async function selectCredentials(
  db: VerificationDb,
  { personId, at }: { personId: number; at: AcceptedAt },
  today: number,
): Promise<HeldCredential[]> {
  return await db
    .selectFrom('person_credential')
    .select(['kind', 'merchant_id as merchantId', 'credential_sealed as sealed', 'issued_at as issuedAt'])
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('valid_until', '>=', today)
    .$if(at !== 'all', (query) => query.where('merchant_id', 'in', typeof at === 'number' ? [0, at] : [0]))
    .orderBy('issued_at')
    .execute()
}

export async function deleteCredentials(db: VerificationDb, personId: number): Promise<void> {
  await db.deleteFrom('person_credential').where('person_id', '=', personId).execute()
}

/** Marks a person's credentials as revoked: all of them, or only those that expired before the given day. */
export async function updateRevoked(
  db: VerificationDb,
  personId: number,
  at: Date,
  before?: number,
): Promise<void> {
  await db
    .updateTable('person_credential')
    .set({ revoked_at: at })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('valid_until', '<', before ?? 0))
    .execute()
}

export async function insertHandle(
  db: VerificationDb,
  revoked: { handle: string; programId: number; at: Date },
): Promise<void> {
  await db
    .insertInto('revoked_handle')
    .values({ handle: revoked.handle, program_id: revoked.programId, at: revoked.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isHandleRevoked(db: VerificationDb, handle: string): Promise<boolean> {
  const row = await db
    .selectFrom('revoked_handle')
    .select('handle')
    .where('handle', '=', handle)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Claims a nullifier for a person. Returns false if another person has sent the program a proof with the same
 * secret.
 */
export async function claimNullifier(
  db: VerificationDb,
  claim: { programId: number; nullifier: string; journeyId: number; handle: string; at: Date },
): Promise<boolean> {
  await db
    .insertInto('program_nullifier')
    .values({
      program_id: claim.programId,
      nullifier: claim.nullifier,
      journey_id: claim.journeyId,
      handle: claim.handle,
      at: claim.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['program_id', 'nullifier'])
        .doUpdateSet({ handle: claim.handle, at: claim.at })
        .where('program_nullifier.journey_id', '=', claim.journeyId),
    )
    .execute()
  const row = await db
    .selectFrom('program_nullifier')
    .select('journey_id as journeyId')
    .where('program_id', '=', claim.programId)
    .where('nullifier', '=', claim.nullifier)
    .executeTakeFirst()
  return row?.journeyId === claim.journeyId
}

/** Selects the revocation handles of a person's proofs, one for each program that received a proof. */
export async function selectHandlesOf(
  db: VerificationDb,
  personId: number,
): Promise<{ handle: string; programId: number }[]> {
  return await db
    .selectFrom('program_nullifier')
    .innerJoin('journey', 'journey.id', 'program_nullifier.journey_id')
    .select(['program_nullifier.handle', 'program_nullifier.program_id as programId'])
    .where('journey.person_id', '=', personId)
    .execute()
}
