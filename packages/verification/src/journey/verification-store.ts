import { sql } from 'kysely'
import type { Approval } from '../approval.ts'
import type { VerificationDb } from '../context.ts'
import type { Failure } from '../tables.ts'
import type { CheckResult } from './step.ts'

export type VerificationRow = {
  attempt: number
  draftSealed: Uint8Array | null
  failure: Failure | null
  tries: number
  pausedUntil: Date | null
  reused: boolean
  delegated: boolean
  proofChallenge: string | null
  approval: Approval | null
  shownOn: string | null
}

export async function selectVerification(
  db: VerificationDb,
  journeyId: number,
): Promise<VerificationRow | undefined> {
  return await db
    .selectFrom('verification')
    .select([
      'attempt',
      'draft_sealed as draftSealed',
      'failure',
      'tries',
      'paused_until as pausedUntil',
      'reused',
      'delegated',
      'proof_challenge as proofChallenge',
      'approval',
      'shown_on as shownOn',
    ])
    .where('journey_id', '=', journeyId)
    .executeTakeFirst()
}

/**
 * Selects the latest revocation that ended credentials of the given person, or of the person to whom the
 * given journey belongs. Revocations that are limited to one merchant do not end any credentials.
 */
export async function selectLastRevocation(
  db: VerificationDb,
  of: { personId: number } | { journeyId: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('revocation')
    .select('id')
    .where('person_id', '=', (where) =>
      'personId' in of
        ? where.val(of.personId)
        : where.selectFrom('journey').select('person_id').where('journey.id', '=', of.journeyId),
    )
    .where('reason', 'in', ['listed', 'moved', 'expired', 'forgotten'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id
}

/** Resets the row for a new attempt. Keeps only the number of tries. */
export async function upsertVerification(
  db: VerificationDb,
  row: { journeyId: number; attempt: number; at: Date },
): Promise<void> {
  await db
    .insertInto('verification')
    .values({ journey_id: row.journeyId, attempt: row.attempt, updated_at: row.at })
    .onConflict((conflict) =>
      conflict
        .column('journey_id')
        .doUpdateSet({
          attempt: row.attempt,
          draft_sealed: null,
          failure: null,
          reused: false,
          delegated: false,
          proof_challenge: null,
          approval: null,
          shown_on: null,
          updated_at: row.at,
        })
        .where('verification.attempt', '<', row.attempt),
    )
    .execute()
}

export type VerificationChange = Partial<{
  draft_sealed: Uint8Array | null
  failure: string | null
  tries: number
  paused_until: Date | null
  reused: boolean
  delegated: boolean
  proof_challenge: string | null
  approval: string | null
  shown_on: string | null
}>

export async function updateVerification(
  db: VerificationDb,
  journeyId: number,
  change: VerificationChange,
  at: Date,
): Promise<void> {
  await db
    .updateTable('verification')
    .set({ ...change, updated_at: at } as never)
    .where('journey_id', '=', journeyId)
    .execute()
}

/** Returns false if a failure has already been written, so that each try is counted once. */
export async function writeFailure(
  db: VerificationDb,
  failure: {
    journeyId: number
    attempt: number
    failure: Failure
    tries: number
    pausedUntil: Date | null
    at: Date
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('verification')
    .set({
      failure: JSON.stringify(failure.failure),
      tries: failure.tries,
      paused_until: failure.pausedUntil,
      updated_at: failure.at,
    })
    .where('journey_id', '=', failure.journeyId)
    .where('attempt', '=', failure.attempt)
    .where('failure', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function insertChecks(
  db: VerificationDb,
  row: { journeyId: number; attempt: number; checks: readonly CheckResult[]; at: Date },
): Promise<void> {
  for (const { check, passed, checker, evidenceHash } of row.checks) {
    await db
      .insertInto('verification_check')
      .values({
        journey_id: row.journeyId,
        attempt: row.attempt,
        check_name: check,
        passed,
        checker,
        evidence_hash: evidenceHash,
        at: row.at,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['journey_id', 'attempt', 'check_name'])
          .doUpdateSet({ passed, checker, evidence_hash: evidenceHash, at: row.at }),
      )
      .execute()
  }
}

export async function selectChecks(
  db: VerificationDb,
  journeyId: number,
  attempt: number,
): Promise<CheckResult[]> {
  return await db
    .selectFrom('verification_check')
    .select(['check_name as check', 'passed', 'checker', 'evidence_hash as evidenceHash'])
    .where('journey_id', '=', journeyId)
    .where('attempt', '=', attempt)
    .orderBy('at')
    .execute()
}

/** Selects the checks that have already been recorded in the journal. */
export async function selectDecided(
  db: VerificationDb,
  journeyId: number,
  attempt: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('decision')
    .select('check_name as check')
    .where('journey_id', '=', journeyId)
    .where('attempt', '=', attempt)
    .execute()
  return rows.map(({ check }) => check)
}

/** Selects journeys whose automatic step could have been interrupted by a crash. `after` is the cursor. */
export async function selectUnfinished(
  db: VerificationDb,
  options: { ended: readonly string[]; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('verification')
    .innerJoin('journey', 'journey.id', 'verification.journey_id')
    .select('journey.id')
    .where('journey.id', '>', options.after)
    .where('journey.status', 'not in', [...options.ended])
    .where('verification.failure', 'is', null)
    .orderBy('journey.id')
    .limit(options.limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function setJourneyOfSession(
  db: VerificationDb,
  sessionId: number,
  journeyId: number,
): Promise<void> {
  await db.updateTable('frame_session').set({ journey_id: journeyId }).where('id', '=', sessionId).execute()
}

/**
 * Removes the wallet from all of the journey's sessions that offered it, so that their devices create another
 * wallet.
 */
export async function clearDevices(db: VerificationDb, journeyId: number, commitment: string): Promise<void> {
  await db
    .updateTable('frame_session')
    .set({ commitment: null })
    .where('journey_id', '=', journeyId)
    .where('commitment', '=', commitment)
    .execute()
}

/**
 * Merges the values into the stored approval, because the page and the chain can report at the same time and
 * must not overwrite each other's values.
 */
export async function mergeApproval(
  db: VerificationDb,
  journeyId: number,
  news: Pick<Approval, 'asked' | 'sent' | 'seen'>,
  at: Date,
): Promise<void> {
  await sql`
    update verification set approval = approval || ${JSON.stringify(news)}::jsonb, updated_at = ${at}
    where journey_id = ${journeyId}`.execute(db)
}

/** Clears an approval whose transaction failed, so that the wallet is asked to send another transaction. */
export async function dropSent(db: VerificationDb, journeyId: number, at: Date): Promise<void> {
  await sql`
    update verification set approval = approval - 'sent', updated_at = ${at}
    where journey_id = ${journeyId}`.execute(db)
}
