import { sql } from 'kysely'
import type { VerificationDb } from '../context.ts'

/** A journey in which every attempt at an automatic step has failed. */
export type StuckJourney = {
  journeyId: number
  svcId: string
  programNo: string
  step: string
  /** The error code, or the error's name if it has no code. */
  code: string
  since: Date
}

const isStuck = sql<boolean>`verification.failure -> 'stuck' is not null`
const step = sql<string>`verification.failure -> 'stuck' ->> 'step'`
const code = sql<string>`verification.failure -> 'stuck' ->> 'code'`
const since = sql<number>`(verification.failure -> 'stuck' ->> 'at')::float8`

/** Selects stuck journeys, oldest first. */
export async function selectStuck(db: VerificationDb, limit: number): Promise<StuckJourney[]> {
  const rows = await db
    .selectFrom('verification')
    .innerJoin('journey', 'journey.id', 'verification.journey_id')
    .innerJoin('person', 'person.id', 'journey.person_id')
    .innerJoin('program', 'program.id', 'journey.program_id')
    .select(['journey.id as journeyId', 'person.svc_id as svcId', 'program.program_no as programNo'])
    .select([step.as('step'), code.as('code'), since.as('since')])
    .where(isStuck)
    .orderBy(since)
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}

export type StuckCount = { step: string; code: string; count: number; since: Date }

/** Counts the stuck journeys by step and error code. */
export async function countStuck(db: VerificationDb): Promise<StuckCount[]> {
  const rows = await db
    .selectFrom('verification')
    .select([step.as('step'), code.as('code'), sql<number>`min(${since})`.as('since')])
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isStuck)
    .groupBy([sql`1`, sql`2`])
    .orderBy(sql`1`)
    .orderBy(sql`2`)
    .execute()
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}

/** Clears the mark of one journey or of all journeys. Returns the journeys that were marked. */
export async function clearStuck(
  db: VerificationDb,
  options: { journeyId?: number | undefined; at: Date },
): Promise<number[]> {
  const { journeyId, at } = options
  let query = db
    .updateTable('verification')
    .set({ failure: null, updated_at: at })
    .where(isStuck)
    .returning('journey_id as journeyId')
  if (journeyId !== undefined) query = query.where('journey_id', '=', journeyId)
  return (await query.execute()).map((row) => row.journeyId)
}
