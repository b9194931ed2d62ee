import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

export type Journey = {
  id: number
  programId: number
  personId: number
  svcId: string
  ssiWallet: string
  seq: number
  attempt: number
  status: string
  reasonCode: string | null
  completedAt: Date | null
  bucket: number
  accountId: number | null
  /** Set if the person withdrew consent, so that the merchant no longer sees the result. */
  withdrawnAt: Date | null
  /** Set if the credential has expired and must be issued again. */
  expiredAt: Date | null
  /** The version of the program's requirements that applies to the current attempt. */
  version: number
}

const journeyColumns = [
  'id',
  'program_id as programId',
  'person_id as personId',
  'svc_id as svcId',
  'ssi_wallet as ssiWallet',
  'seq',
  'attempt',
  'status',
  'reason_code as reasonCode',
  'completed_at as completedAt',
  'bucket',
  'account_id as accountId',
  'withdrawn_at as withdrawnAt',
  'expired_at as expiredAt',
  'version',
] as const

export type ProgramTotal = { programId: number; headBucket: number; lastActivityAt: Date }

/**
 * Locks the program's counters until the transaction ends. The lock serialises all moves within a program,
 * which keeps the program's buckets and times exact and prevents deadlocks between moves.
 */
export async function lockProgramTotal(db: KycDb, programId: number): Promise<ProgramTotal> {
  return await db
    .selectFrom('program_total')
    .select(['program_id as programId', 'head_bucket as headBucket', 'last_activity_at as lastActivityAt'])
    .where('program_id', '=', programId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function selectJourney(db: KycDb, journeyId: number): Promise<Journey | undefined> {
  return await db.selectFrom('journey').select(journeyColumns).where('id', '=', journeyId).executeTakeFirst()
}

export async function selectJourneyOf(
  db: KycDb,
  programId: number,
  personId: number,
): Promise<Journey | undefined> {
  return await db
    .selectFrom('journey')
    .select(journeyColumns)
    .where('program_id', '=', programId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/**
 * Opens the next bucket if the head bucket is full, but never between two users with the same activity time.
 */
export async function openBucketIfFull(
  db: KycDb,
  total: ProgramTotal,
  at: Date,
  capacity: number,
): Promise<number> {
  if (at <= total.lastActivityAt) return total.headBucket
  const head = await db
    .selectFrom('user_bucket')
    .select('size')
    .where('program_id', '=', total.programId)
    .where('bucket', '=', total.headBucket)
    .executeTakeFirstOrThrow()
  if (head.size < capacity) return total.headBucket
  await db.deleteFrom('user_bucket').where('program_id', '=', total.programId).where('size', '=', 0).execute()
  const bucket = total.headBucket + 1
  await db.insertInto('user_bucket').values({ program_id: total.programId, bucket, size: 0 }).execute()
  return bucket
}

export async function insertJourney(
  db: KycDb,
  journey: {
    programId: number
    personId: number
    svcId: string
    ssiWallet: string
    status: string
    verdicts: Record<string, boolean>
    at: Date
    bucket: number
    version: number
  },
): Promise<number> {
  const { id } = await db
    .insertInto('journey')
    .values({
      program_id: journey.programId,
      person_id: journey.personId,
      svc_id: journey.svcId,
      ssi_wallet: journey.ssiWallet,
      verdicts: JSON.stringify(journey.verdicts),
      seq: 1,
      attempt: 1,
      status: journey.status,
      activity_at: journey.at,
      began_at: journey.at,
      bucket: journey.bucket,
      version: journey.version,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type JournalEntry = {
  journeyId: number
  seq: number
  attempt: number
  fromStatus: string | null
  toStatus: string
  actor: string
  reasonCode: string | null
  evidenceHash: Uint8Array | null
  at: Date
  /** The program version that applies to this attempt. */
  version: number
}

export async function insertJournal(db: KycDb, entry: JournalEntry): Promise<void> {
  await db
    .insertInto('journal')
    .values({
      journey_id: entry.journeyId,
      seq: entry.seq,
      attempt: entry.attempt,
      from_status: entry.fromStatus,
      to_status: entry.toStatus,
      actor: entry.actor,
      reason_code: entry.reasonCode,
      evidence_hash: entry.evidenceHash,
      at: entry.at,
      version: entry.version,
    })
    .execute()
}

/** Updates the journey's row from the journal entry that has just been written. */
export async function updateJourney(
  db: KycDb,
  entry: JournalEntry,
  change: {
    bucket: number
    startsOver: boolean
    mintsToken: boolean
    completes: boolean
    verdicts: Record<string, boolean>
  },
): Promise<void> {
  await db
    .updateTable('journey')
    .set({
      seq: entry.seq,
      attempt: entry.attempt,
      status: entry.toStatus,
      reason_code: entry.reasonCode,
      activity_at: entry.at,
      bucket: change.bucket,
      // Delete the verdicts of the previous attempt, because a new attempt begins without them.
      verdicts: change.startsOver
        ? JSON.stringify(change.verdicts)
        : sql`verdicts || ${JSON.stringify(change.verdicts)}::jsonb`,
      ...(change.startsOver
        ? {
            ...{ version: entry.version, began_at: entry.at, sbt_minted_at: null, completed_at: null },
            ...{ withdrawn_at: null, expired_at: null },
          }
        : {}),
      ...(change.mintsToken ? { sbt_minted_at: entry.at } : {}),
      ...(change.completes ? { completed_at: entry.at } : {}),
    })
    .where('id', '=', entry.journeyId)
    .execute()
}

/** Moves a user from the current bucket, if there is one, to the head bucket, in a single statement. */
export async function updateCounters(
  db: KycDb,
  change: { programId: number; fromBucket: number | null; toBucket: number; at: Date },
): Promise<void> {
  const { programId, fromBucket, toBucket, at } = change
  if (fromBucket !== toBucket) {
    await sql`
      update user_bucket
      set size = size + case when bucket = ${toBucket} then 1 else -1 end
      where program_id = ${programId} and bucket in (${toBucket}, ${fromBucket ?? toBucket})
    `.execute(db)
  }
  await db
    .updateTable('program_total')
    .set((eb) => ({
      users: eb('users', '+', fromBucket === null ? 1 : 0),
      head_bucket: toBucket,
      last_activity_at: at,
    }))
    .where('program_id', '=', programId)
    .execute()
}

export async function insertDecision(
  db: KycDb,
  decision: {
    journeyId: number
    seq: number
    attempt: number
    check: string
    passed: boolean
    checker: string
    evidenceHash: Uint8Array
    at: Date
  },
): Promise<void> {
  await db
    .insertInto('decision')
    .values({
      journey_id: decision.journeyId,
      seq: decision.seq,
      attempt: decision.attempt,
      check_name: decision.check,
      passed: decision.passed,
      checker: decision.checker,
      evidence_hash: decision.evidenceHash,
      at: decision.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateVerdict(
  db: KycDb,
  journeyId: number,
  { check, passed }: { check: string; passed: boolean },
): Promise<void> {
  await db
    .updateTable('journey')
    .set({ verdicts: sql`verdicts || ${JSON.stringify({ [check]: passed })}::jsonb` })
    .where('id', '=', journeyId)
    .execute()
}

export async function upsertToken(
  db: KycDb,
  token: { journeyId: number; chainId: string; tokenId: string; at: Date },
): Promise<void> {
  await db
    .insertInto('soulbound_token')
    .values({
      journey_id: token.journeyId,
      chain_id: token.chainId,
      token_id: token.tokenId,
      minted_at: token.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['journey_id', 'chain_id'])
        .doUpdateSet({ token_id: token.tokenId, minted_at: token.at }),
    )
    .execute()
}

export async function updateEnded(
  db: KycDb,
  journeyId: number,
  ended: { withdrawn_at: Date } | { expired_at: Date },
): Promise<void> {
  await db.updateTable('journey').set(ended).where('id', '=', journeyId).execute()
}

/** Removes the journey from the users list. */
export async function unlist(
  db: KycDb,
  { programId, bucket }: { programId: number; bucket: number },
): Promise<void> {
  await db
    .updateTable('user_bucket')
    .set((eb) => ({ size: eb('size', '-', 1) }))
    .where('program_id', '=', programId)
    .where('bucket', '=', bucket)
    .execute()
  await db
    .updateTable('program_total')
    .set((eb) => ({ users: eb('users', '-', 1) }))
    .where('program_id', '=', programId)
    .execute()
}

/** Adds the journey to the users list again, as the newest entry. */
export async function listAgain(
  db: KycDb,
  input: { journeyId: number; total: ProgramTotal; now: number; capacity: number },
): Promise<void> {
  const { journeyId, total } = input
  const at = new Date(Math.max(input.now, total.lastActivityAt.getTime()))
  const bucket = await openBucketIfFull(db, total, at, input.capacity)
  await db
    .updateTable('journey')
    .set({ bucket, activity_at: at, withdrawn_at: null })
    .where('id', '=', journeyId)
    .execute()
  await updateCounters(db, { programId: total.programId, fromBucket: null, toBucket: bucket, at })
}
