import type { VerificationDb } from '../context.ts'

export async function selectPersonsJourneys(db: VerificationDb, personId: number): Promise<number[]> {
  const rows = await db.selectFrom('journey').select('id').where('person_id', '=', personId).execute()
  return rows.map(({ id }) => id)
}

/** Selects journeys that have begun and have not ended. */
export async function selectJourneysInProgress(
  db: VerificationDb,
  personId: number,
  ended: readonly string[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('journey')
    .innerJoin('verification', 'verification.journey_id', 'journey.id')
    .select('journey.id')
    .where('journey.person_id', '=', personId)
    .where('journey.status', 'not in', [...ended])
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns the names of all checks that a person has ever passed. Excludes attempts in which another merchant's
 * reviewer decided a check.
 */
export async function selectPassedChecks(
  db: VerificationDb,
  personId: number,
  merchantId: number,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('decision')
    .innerJoin('journey', 'journey.id', 'decision.journey_id')
    .innerJoin('program', 'program.id', 'journey.program_id')
    .leftJoin('verification', (join) =>
      join
        .onRef('verification.journey_id', '=', 'decision.journey_id')
        .onRef('verification.attempt', '=', 'decision.attempt'),
    )
    .select('decision.check_name as check')
    .distinct()
    .where('journey.person_id', '=', personId)
    .where((where) =>
      where.or([
        where('program.merchant_id', '=', merchantId),
        where('verification.delegated', 'is not', true),
      ]),
    )
    .where('decision.passed', '=', true)
    .execute()
  return new Set(rows.map(({ check }) => check))
}

/** Selects people with a stored identity, so that they can be screened again. `after` is the cursor. */
export async function selectIdentified(
  db: VerificationDb,
  options: { after: number; limit: number; against: string },
): Promise<{ personId: number; identitySealed: Uint8Array }[]> {
  const rows = await db
    .selectFrom('person_file')
    .select(['person_id as personId', 'identity_sealed as identitySealed'])
    .where('person_id', '>', options.after)
    .where('identity_sealed', 'is not', null)
    .where((where) =>
      where.or([where('screened_against', 'is', null), where('screened_against', '<>', options.against)]),
    )
    .orderBy('person_id')
    .limit(options.limit)
    .execute()
  return rows.flatMap(({ personId, identitySealed }) =>
    identitySealed ? [{ personId, identitySealed }] : [],
  )
}

/** Returns whether the person already shares a result with this merchant. */
export async function isKnownTo(db: VerificationDb, personId: number, merchantId: number): Promise<boolean> {
  const row = await db
    .selectFrom('journey_account')
    .innerJoin('journey', 'journey.id', 'journey_account.journey_id')
    .innerJoin('program', 'program.id', 'journey.program_id')
    .select('journey_account.id')
    .where('journey.person_id', '=', personId)
    .where('program.merchant_id', '=', merchantId)
    .where('journey_account.granted_at', 'is not', null)
    .where('journey_account.revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the person already shares a result with this merchant for this account. */
export async function isGrantedTo(
  db: VerificationDb,
  of: { personId: number; merchantId: number; kind: string; chainId: string; fingerprint: Uint8Array },
): Promise<boolean> {
  const row = await db
    .selectFrom('journey_account')
    .innerJoin('journey', 'journey.id', 'journey_account.journey_id')
    .innerJoin('program', 'program.id', 'journey.program_id')
    .select('journey_account.id')
    .where('journey.person_id', '=', of.personId)
    .where('program.merchant_id', '=', of.merchantId)
    .where('journey_account.kind', '=', of.kind as 'wallet')
    .where('journey_account.chain_id', '=', of.chainId)
    .where('journey_account.fingerprint', '=', of.fingerprint)
    .where('journey_account.granted_at', 'is not', null)
    .where('journey_account.revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Selects the results of document verification that a person shares, one per program. */
export async function selectShared(
  db: VerificationDb,
  personId: number,
): Promise<{ journeyId: number; attempt: number; merchantId: number }[]> {
  return await db
    .selectFrom('journey')
    .innerJoin('program', 'program.id', 'journey.program_id')
    .select(['journey.id as journeyId', 'journey.attempt', 'program.merchant_id as merchantId'])
    .where('journey.person_id', '=', personId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('journey_account')
          .select('journey_account.id')
          .whereRef('journey_account.journey_id', '=', 'journey.id')
          .where('journey_account.granted_at', 'is not', null)
          .where('journey_account.revoked_at', 'is', null),
      ),
    )
    .where('program.kind', '=', 'KYC')
    .orderBy('journey.id')
    .execute()
}
