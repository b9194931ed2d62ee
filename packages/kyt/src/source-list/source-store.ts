import { sql } from 'kysely'
import type { KytDb } from '../context.ts'
import type { SourceProblem } from '../tables.ts'

export type SourceRow = {
  readonly name: string
  readonly kind: string
  readonly network: number | null
  readonly host: string
  readonly sealed: Uint8Array
  readonly pace: Uint8Array
  readonly perSecond: number
  readonly priority: number
  readonly failures: number
  readonly backedOffUntil: Date | null
  readonly problem: SourceProblem | null
  readonly problemAt: Date | null
  readonly answeredAt: Date | null
}

export type NewSource = Pick<
  SourceRow,
  'name' | 'kind' | 'network' | 'host' | 'sealed' | 'pace' | 'perSecond' | 'priority'
>

/** Returns all sources, preferred ones first. */
export async function selectSources(db: KytDb): Promise<SourceRow[]> {
  return await db
    .selectFrom('kyt_source')
    .select([
      ...(['name', 'kind', 'network', 'host', 'sealed', 'pace', 'priority', 'failures', 'problem'] as const),
      ...(['per_second as perSecond', 'backed_off_until as backedOffUntil'] as const),
      ...(['problem_at as problemAt', 'answered_at as answeredAt'] as const),
    ])
    .orderBy('priority')
    .orderBy('name')
    .execute()
}

/** Adds a source, or replaces the source with this name. A replaced source is no longer backed off. */
export async function upsertSource(db: KytDb, source: NewSource, at: Date): Promise<void> {
  const { perSecond, ...rest } = source
  const fresh = { ...{ failures: 0, backed_off_until: null, problem: null }, problem_at: null }
  const values = { ...rest, ...fresh, per_second: perSecond, added_at: at, answered_at: null }
  await db
    .insertInto('kyt_source')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** Returns false if there is no source with this name. */
export async function deleteSource(db: KytDb, name: string): Promise<boolean> {
  const [deleted] = await db.deleteFrom('kyt_source').where('name', '=', name).execute()
  return (deleted?.numDeletedRows ?? 0n) > 0n
}

/**
 * Backs a source off. The time doubles with each consecutive failure. Failures of requests that were in
 * progress when the source was backed off are not counted.
 */
export async function backOff(
  db: KytDb,
  failure: { name: string; problem: SourceProblem; at: Date; firstSeconds: number; longestSeconds: number },
): Promise<void> {
  const { name, problem, at, firstSeconds, longestSeconds } = failure
  await db
    .updateTable('kyt_source')
    .set({
      ...{ problem, problem_at: at, failures: sql<number>`least(failures + 1, 1000)` },
      backed_off_until: sql<Date>`${at}::timestamptz + interval '1 second' *
        least(${longestSeconds}::float8, ${firstSeconds}::float8 * power(2, least(failures, 20)))`,
    })
    .where('name', '=', name)
    .where((of) => of.or([of('backed_off_until', 'is', null), of('backed_off_until', '<=', at)]))
    .execute()
}

/** Records that a source answered, which ends its backoff. */
export async function markAnswered(db: KytDb, name: string, at: Date): Promise<void> {
  await db
    .updateTable('kyt_source')
    .set({ failures: 0, backed_off_until: null, problem: null, answered_at: at })
    .where('name', '=', name)
    .execute()
}

/** A time further in the future than any turn can be comes from a node whose clock was wrong. */
const wrongClockMs = 3_600_000

/** Until when a provider requested a pause, in SQL. */
const heldOf = (now: number) => sql<number>`
  case when pace.held_until > ${now}::float8 + ${wrongClockMs}::float8 then 0 else pace.held_until end`

/**
 * Reserves the next turn for a request and returns its time in milliseconds. Returns undefined if the next
 * turn is more than `longestMs` away. One statement, so that two nodes never get the same turn.
 */
export async function reserveTurn(
  db: KytDb,
  turn: { id: Uint8Array; now: number; intervalMs: number; longestMs: number },
): Promise<number | undefined> {
  const { id, now, intervalMs, longestMs } = turn
  const { rows } = await sql<{ at: number }>`
    insert into kyt_source_pace as pace (id, next_at) values (${id}, ${now}::float8 + ${intervalMs}::float8)
    on conflict (id) do update set next_at = ${intervalMs}::float8 + case
      when pace.next_at > ${now}::float8 + ${wrongClockMs}::float8 then ${now}::float8
      else greatest(pace.next_at, ${now}::float8, ${heldOf(now)}) end
    where (pace.next_at <= ${now}::float8 + ${longestMs}::float8
      or pace.next_at > ${now}::float8 + ${wrongClockMs}::float8)
      and ${heldOf(now)} <= ${now}::float8 + ${longestMs}::float8
    returning next_at - ${intervalMs}::float8 as at
  `.execute(db)
  return rows[0]?.at
}

/** Sends no further request before this time, in milliseconds, not even one that already has a turn. */
export async function holdTurns(db: KytDb, { id, until }: { id: Uint8Array; until: number }): Promise<void> {
  await sql`
    insert into kyt_source_pace as pace (id, next_at, held_until) values (${id}, ${until}::float8, ${until}::float8)
    on conflict (id) do update set held_until = greatest(pace.held_until, excluded.held_until)
  `.execute(db)
}

/** Whether a provider requested a pause that has not ended. */
export async function areTurnsHeld(
  db: KytDb,
  { id, now }: { id: Uint8Array; now: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from kyt_source_pace as pace where id = ${id} and ${heldOf(now)} > ${now}::float8
  `.execute(db)
  return rows.length > 0
}
