import type { VerificationDb } from '../context.ts'

/** The batch size. The caller repeats the query until it returns fewer rows than this. */
export const expiredAtOnce = 500

export async function selectPeopleWithExpired(db: VerificationDb, today: number): Promise<number[]> {
  const rows = await db
    .selectFrom('person_credential')
    .select('person_id as personId')
    .distinct()
    .where('revoked_at', 'is', null)
    .where('valid_until', '<', today)
    .orderBy('person_id')
    .limit(expiredAtOnce)
    .execute()
  return rows.map(({ personId }) => personId)
}

/** Selects a person's expired credentials, with the merchant to which they are limited. */
export async function selectExpired(
  db: VerificationDb,
  { personId, today }: { personId: number; today: number },
): Promise<{ kind: string; merchantId: number }[]> {
  return await db
    .selectFrom('person_credential')
    .select(['kind', 'merchant_id as merchantId'])
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('valid_until', '<', today)
    .execute()
}

/**
 * Selects a person's passed journeys in programs of the given kinds, for one merchant or, with 0, for all
 * merchants.
 */
export async function selectResultsOf(
  db: VerificationDb,
  of: { personId: number; merchantId: number; kinds: readonly ('KYC' | 'MeID' | 'PoA' | 'PoAI')[] },
): Promise<number[]> {
  const { personId, merchantId, kinds } = of
  if (kinds.length === 0) return []
  const rows = await db
    .selectFrom('journey')
    .innerJoin('program', 'program.id', 'journey.program_id')
    .select('journey.id')
    .where('journey.person_id', '=', personId)
    .where('program.kind', 'in', [...kinds])
    .where('journey.completed_at', 'is not', null)
    .$if(merchantId !== 0, (query) => query.where('program.merchant_id', '=', merchantId))
    .orderBy('journey.id')
    .execute()
  return rows.map(({ id }) => id)
}
