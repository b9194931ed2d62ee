import type { VerificationDb } from '../context.ts'

/** The batch size. The caller repeats the query until it returns fewer rows than this. */
export const batch = 500

/**
 * Selects people whose faceprint and identity are no longer needed: those who have no valid credential, no
 * journey in progress and no recent activity, and whose data has not been cleared since their last activity.
 */
export async function selectOverdue(
  db: VerificationDb,
  { today, idleSince, ended }: { today: number; idleSince: Date; ended: readonly string[] },
): Promise<{ personId: number; svcId: string }[]> {
  return await db
    .selectFrom('person')
    .leftJoin('person_file', 'person_file.person_id', 'person.id')
    .select(['person.id as personId', 'person.svc_id as svcId'])
    .where('person_file.forgotten_at', 'is', null)
    .where('person.test', '=', false)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('person_credential')
            .select('person_credential.kind')
            .whereRef('person_credential.person_id', '=', 'person.id')
            .where('person_credential.valid_until', '>=', today),
        ),
      ),
    )
    .where(({ and, eb, exists, not, or, selectFrom }) => {
      const ofPerson = () =>
        selectFrom('journey').select('journey.id').whereRef('journey.person_id', '=', 'person.id')
      return and([
        not(exists(ofPerson().where('journey.status', 'not in', [...ended]))),
        not(exists(ofPerson().where('journey.activity_at', '>=', idleSince))),
        or([
          eb('person_file.cleared_at', 'is', null),
          exists(ofPerson().whereRef('journey.activity_at', '>', 'person_file.cleared_at')),
        ]),
      ])
    })
    .limit(batch)
    .execute()
}

/** Selects journeys in progress that have had no activity since the given time. */
export async function selectAbandoned(
  db: VerificationDb,
  since: Date,
  ended: readonly string[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('verification')
    .innerJoin('journey', 'journey.id', 'verification.journey_id')
    .select('journey.id')
    .where('journey.status', 'not in', [...ended])
    .where('journey.activity_at', '<', since)
    .where('verification.updated_at', '<', since)
    .limit(batch)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Selects the results of test programs that have expired: those with the outcome `expire`, and those that were
 * completed before the given time.
 */
export async function selectExpiredTests(db: VerificationDb, completedBefore: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('program')
    .innerJoin('journey', 'journey.program_id', 'program.id')
    .innerJoin('decision', 'decision.journey_id', 'journey.id')
    .select('journey.id')
    .where('program.test', '=', true)
    .where('journey.completed_at', 'is not', null)
    .where('journey.expired_at', 'is', null)
    .whereRef('decision.attempt', '=', 'journey.attempt')
    .where('decision.check_name', '=', 'test')
    .where((where) =>
      where.or([
        where('decision.checker', '=', 'test/expire'),
        where('journey.completed_at', '<', completedBefore),
      ]),
    )
    .limit(batch)
    .execute()
  return rows.map(({ id }) => id)
}

/** Selects people who have had no activity since the given time and have not been erased yet. */
export async function selectLongGone(
  db: VerificationDb,
  since: Date,
): Promise<{ personId: number; svcId: string }[]> {
  return await db
    .selectFrom('person')
    .select(['person.id as personId', 'person.svc_id as svcId'])
    .where('person.created_at', '<', since)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('journey')
            .select('journey.id')
            .whereRef('journey.person_id', '=', 'person.id')
            .where('journey.activity_at', '>=', since),
        ),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('forget_receipt')
            .select('forget_receipt.receipt_id')
            .whereRef('forget_receipt.person_id', '=', 'person.id'),
        ),
      ),
    )
    .limit(batch)
    .execute()
}
