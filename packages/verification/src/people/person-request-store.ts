import type { VerificationDb } from '../context.ts'

export type PersonRequest = {
  id: number
  personId: number
  kind: 'move' | 'forget'
  journeyId: number
  accountSealed: Uint8Array | null
  walletBefore: string | null
  askedAt: Date
  dueAt: Date
  objectedAt: Date | null
}

const columns = [
  'id',
  'person_id as personId',
  'kind',
  'journey_id as journeyId',
  'account_sealed as accountSealed',
  'wallet_before as walletBefore',
  'asked_at as askedAt',
  'due_at as dueAt',
  'objected_at as objectedAt',
] as const

/** Returns the request's number, or undefined if another request of the person is open. */
export async function insertRequest(
  db: VerificationDb,
  request: Omit<PersonRequest, 'id' | 'objectedAt'>,
): Promise<number | undefined> {
  const row = await db
    .insertInto('person_request')
    .values({
      person_id: request.personId,
      kind: request.kind,
      journey_id: request.journeyId,
      account_sealed: request.accountSealed,
      wallet_before: request.walletBefore,
      asked_at: request.askedAt,
      due_at: request.dueAt,
    })
    .onConflict((conflict) => conflict.column('person_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  await setSuspended(db, request.personId, request.askedAt)
  return row.id
}

/** Counts the requests that the person made after a point in time, whatever their outcome. */
export async function countRequestsSince(
  db: VerificationDb,
  { personId, since }: { personId: number; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('person_request')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('person_id', '=', personId)
    .where('asked_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns how the person's latest request ended, with the outcome null if it is open. */
export async function selectLatestRequest(
  db: VerificationDb,
  personId: number,
): Promise<{ kind: PersonRequest['kind']; outcome: 'done' | 'cancelled' | null } | undefined> {
  return await db
    .selectFrom('person_request')
    .select(['kind', 'outcome'])
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Selects the people whose request is open. */
export async function selectWaitingPeople(db: VerificationDb): Promise<number[]> {
  const rows = await db
    .selectFrom('person_request')
    .select('person_id as personId')
    .where('ended_at', 'is', null)
    .orderBy('person_id')
    .execute()
  return rows.map(({ personId }) => personId)
}

/** Returns whether the person's grants are suspended. */
export async function selectIsSuspended(db: VerificationDb, personId: number): Promise<boolean> {
  const person = await db
    .selectFrom('person')
    .select('suspended_at as suspendedAt')
    .where('id', '=', personId)
    .executeTakeFirst()
  return person !== undefined && person.suspendedAt !== null
}

export async function selectOpenRequest(
  db: VerificationDb,
  personId: number,
): Promise<PersonRequest | undefined> {
  return await db
    .selectFrom('person_request')
    .select(columns)
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** Selects the requests whose waiting time is over and to which the person has not objected. */
export async function selectDueRequests(db: VerificationDb, now: Date): Promise<PersonRequest[]> {
  return await db
    .selectFrom('person_request')
    .select(columns)
    .where('ended_at', 'is', null)
    .where('objected_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('id')
    .execute()
}

export async function setObjectionHash(db: VerificationDb, id: number, hash: Uint8Array): Promise<void> {
  await db.updateTable('person_request').set({ objection_hash: hash }).where('id', '=', id).execute()
}

/** Records an objection. Returns false if the link is unknown or used, or if the request has ended. */
export async function recordObjection(
  db: VerificationDb,
  of: { hash: Uint8Array } | { id: number },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person_request')
    .set({ objected_at: at, objection_hash: null })
    .$if('hash' in of, (query) => query.where('objection_hash', '=', 'hash' in of ? of.hash : null))
    .$if('id' in of, (query) => query.where('id', '=', 'id' in of ? of.id : 0))
    .where('ended_at', 'is', null)
    .where('objected_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Withdraws the objection to a request and invalidates the link in the notice. */
export async function clearObjection(db: VerificationDb, id: number): Promise<void> {
  await db
    .updateTable('person_request')
    .set({ objected_at: null, objection_hash: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * Ends a request and the suspension of the person's grants. If several callers call this concurrently,
 * returns true for only one of them. With `unlessObjected`, an objection that was recorded in the meantime
 * takes precedence.
 */
export async function endRequest(
  db: VerificationDb,
  { id, personId }: Pick<PersonRequest, 'id' | 'personId'>,
  end: { outcome: 'done' | 'cancelled'; at: Date; unlessObjected?: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person_request')
    .set({ ended_at: end.at, outcome: end.outcome, account_sealed: null, objection_hash: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .$if(end.unlessObjected === true, (query) => query.where('objected_at', 'is', null))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await setSuspended(db, personId, null)
  return true
}

async function setSuspended(db: VerificationDb, personId: number, at: Date | null): Promise<void> {
  await db.updateTable('person').set({ suspended_at: at }).where('id', '=', personId).execute()
}
