import type { VerificationDb } from '../context.ts'
import type { VerificationTables } from '../tables.ts'

export type RevocationReason = VerificationTables['revocation']['reason']

export type Revocation = {
  id: number
  personId: number
  reason: RevocationReason
  burns: boolean
  finalAt: Date | null
}

export type ChainEnding = {
  id: number
  chainId: string
  kind: 'grant' | 'handle' | 'token'
  cooperator: string
  what: string
}

export async function insertRevocation(
  db: VerificationDb,
  input: { personId: number; reason: RevocationReason; burns: boolean; at: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('revocation')
    .values({ person_id: input.personId, reason: input.reason, burns: input.burns, at: input.at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function selectRevocation(db: VerificationDb, id: number): Promise<Revocation | undefined> {
  return await db
    .selectFrom('revocation')
    .select(['id', 'person_id as personId', 'reason', 'burns', 'final_at as finalAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function selectOpenRevocations(db: VerificationDb, personId?: number): Promise<number[]> {
  const rows = await db
    .selectFrom('revocation')
    .select('id')
    .where('final_at', 'is', null)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? 0))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateRevocation(db: VerificationDb, id: number, finalAt: Date | null): Promise<void> {
  await db.updateTable('revocation').set({ final_at: finalAt }).where('id', '=', id).execute()
}

/** Inserts the on-chain entries that are to be ended. Ignores entries that are already recorded. */
export async function insertEndings(
  db: VerificationDb,
  revocationId: number,
  endings: readonly Omit<ChainEnding, 'id'>[],
): Promise<void> {
  for (const { chainId, kind, cooperator, what } of endings)
    await db
      .insertInto('chain_ending')
      .values({ revocation_id: revocationId, chain_id: chainId, kind, cooperator, what })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/**
 * Reopens an ending that was final on a previous contract, together with its revocation, because the ending
 * must be repeated on the new contract. Returns the numbers of the reopened revocations.
 */
export async function reopenEnding(
  db: VerificationDb,
  { chainId, kind, cooperator, what }: Omit<ChainEnding, 'id'>,
): Promise<number[]> {
  const rows = await db
    .updateTable('chain_ending')
    .set({ final_at: null })
    .where('chain_id', '=', chainId)
    .where('kind', '=', kind)
    .where('cooperator', '=', cooperator)
    .where('what', '=', what)
    .returning('revocation_id as id')
    .execute()
  for (const { id } of rows) await updateRevocation(db, id, null)
  return rows.map(({ id }) => id)
}

export async function selectOpenEndings(db: VerificationDb, revocationId: number): Promise<ChainEnding[]> {
  return await db
    .selectFrom('chain_ending')
    .select(['id', 'chain_id as chainId', 'kind', 'cooperator', 'what'])
    .where('revocation_id', '=', revocationId)
    .where('final_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function updateEnding(db: VerificationDb, id: number, finalAt: Date): Promise<void> {
  await db.updateTable('chain_ending').set({ final_at: finalAt }).where('id', '=', id).execute()
}

/** Returns when the grant of a wallet was last ended and when that ending became final. */
export async function selectLastEnding(
  db: VerificationDb,
  grant: { chainId: string; cooperator: string; user: string },
): Promise<{ id: number; finalAt: Date | null } | undefined> {
  return await db
    .selectFrom('chain_ending')
    .select(['id', 'final_at as finalAt'])
    .where('kind', '=', 'grant')
    .where('chain_id', '=', grant.chainId)
    .where('cooperator', '=', grant.cooperator.toLowerCase())
    .where('what', '=', grant.user.toLowerCase())
    .orderBy('id', 'desc')
    .executeTakeFirst()
}
