import type { VerificationDb } from '../context.ts'

const batch = 500

/** People of whom more is kept than a credential of theirs that is still good calls for. */
export async function selectOverdue(
  db: VerificationDb,
  today: number,
): Promise<{ personId: number; svcId: string }[]> {
  return await db
    .selectFrom('person_file')
    .innerJoin('person', 'person.id', 'person_file.person_id')
    .select(['person.id as personId', 'person.svc_id as svcId'])
    .where('person_file.cleared_at', 'is', null)
    .where('person_file.commitment', 'is not', null)
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
    .limit(batch)
    .execute()
}

export async function clearIdentity(db: VerificationDb, personId: number, at: Date): Promise<void> {
  await db
    .updateTable('person_file')
    .set({ identity_sealed: null, cleared_at: at })
    .where('person_id', '=', personId)
    .execute()
}

/** Journeys under way that nobody has touched since. */
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

/** People with whom nothing has happened since, and who are not forgotten yet. */
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
