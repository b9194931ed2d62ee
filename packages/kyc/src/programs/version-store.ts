import { sql } from 'kysely'
import type { KycDb } from '../context.ts'
import type { Requirements } from './requirements.ts'

export type ProgramVersion = Requirements & { programId: number; version: number; createdAt: Date }

export async function insertVersion(
  db: KycDb,
  { id, version, checks, rules, mintMode, chainId }: Requirements & { id: number; version: number },
  createdAt: Date,
): Promise<void> {
  await db
    .insertInto('program_version')
    .values({
      ...{ program_id: id, number: version, checks, rules: JSON.stringify(rules) },
      ...{ mint_mode: mintMode, chain_id: chainId, created_at: createdAt },
    })
    .execute()
}

/** Returns all versions of the given programs, newest first within each program. */
export async function selectVersions(db: KycDb, programIds: readonly number[]): Promise<ProgramVersion[]> {
  if (programIds.length === 0) return []
  const rows = await db
    .selectFrom('program_version')
    .select([
      'program_id as programId',
      'number as version',
      'checks',
      'rules',
      'mint_mode as mintMode',
      'chain_id as chainId',
      'created_at as createdAt',
    ])
    .where('program_id', 'in', [...programIds])
    .orderBy('program_id')
    .orderBy('number', 'desc')
    .execute()
  return rows as ProgramVersion[]
}

export type VersionCounts = { version: number; people: number; completed: number }

/** For each version, counts the people whose current attempt uses it and how many of them have a result. */
export async function selectVersionCounts(db: KycDb, programId: number): Promise<VersionCounts[]> {
  const { rows } = await sql<VersionCounts>`
    select version, count(*) as people, count(*) filter (where completed_at is not null) as completed
    from journey where program_id = ${programId} group by version
  `.execute(db)
  return rows
}

/** The last page whose widget used colours that differ from the program's colours. */
export type OverruledTheme = { theme: 'light' | 'dark'; origin: string; at: Date }

/** Updates the row at most once per hour, because on a busy page every visit would write the same value. */
export async function updateOverruled(
  db: KycDb,
  programId: number,
  { theme, origin, at }: OverruledTheme,
): Promise<void> {
  await db
    .updateTable('program')
    .set({ overruled_theme: theme, overruled_origin: origin, overruled_at: at })
    .where('id', '=', programId)
    .where((where) =>
      where.or([
        where('overruled_at', 'is', null),
        where('overruled_at', '<', new Date(at.getTime() - 3_600_000)),
      ]),
    )
    .execute()
}

/** Returns the last recorded override of each program's colours, keyed by row id. */
export async function selectOverruled(db: KycDb, merchantId: number): Promise<Map<number, OverruledTheme>> {
  const rows = await db
    .selectFrom('program')
    .select(['id', 'overruled_theme as theme', 'overruled_origin as origin', 'overruled_at as at'])
    .where('merchant_id', '=', merchantId)
    .where('overruled_at', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, ...overruled }) => [id, overruled as OverruledTheme]))
}
