import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Limits of the work queue. All queries use the database's clock, because the processes can run on machines
 * with different clocks.
 */
export const workLimits = {
  /** Duration of a lease. A process that has not extended its leases for this long is considered dead. */
  leaseMs: 5000,
  beatMs: 1500,
  /**
   * Maximum number of attempts per job. The number is limited because a job that has crashed one process can
   * crash the next one too.
   */
  attempts: 3,
  /** A process that has not reported for this long is deleted from the list. */
  forgottenMs: 60_000,
}

const inMs = (ms: number) => sql`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`
const uuids = (ids: readonly string[]) => sql`${[...ids]}::uuid[]`

export type NewJob = {
  id: string
  lane: string
  task: string
  /** The merchant for which the job runs. Merchants take turns. */
  owner: string
  keyId: Uint8Array
  jobKey: Uint8Array
  input: Uint8Array
  keptMs: number
}

/**
 * Inserts a job. The job's turn follows the turn of the owner's last job in the lane, but is no earlier than
 * the earliest turn among the unfinished jobs. Owners therefore take turns, and an owner gains no advantage
 * from having had no jobs for a while.
 */
export async function insertJob(database: Database, job: NewJob): Promise<void> {
  await sql`
    insert into work_job (id, lane, task, owner, turn, key_id, job_key, input, expires_at)
    select ${job.id}::uuid, ${job.lane}, ${job.task}, ${job.owner},
      greatest(max(turn) filter (where owner = ${job.owner}) + 1, min(turn), 0),
      ${job.keyId}::bytea, ${job.jobKey}::bytea, ${job.input}::bytea, ${inMs(job.keptMs)}
    from work_job where lane = ${job.lane} and result is null
    on conflict do nothing
  `.execute(database.tables<unknown>())
}

/** Returns the available results of the given jobs, and deletes the jobs that have a result. */
export async function takeResults(
  database: Database,
  ids: readonly string[],
): Promise<{ id: string; result: Uint8Array }[]> {
  const { rows } = await sql<{ id: string; result: Uint8Array }>`
    delete from work_job where id = any(${uuids(ids)}) and result is not null returning id::text, result
  `.execute(database.tables<unknown>())
  return rows
}

/**
 * Returns the given jobs that are still in the store and, for each, whether its last permitted attempt has
 * failed.
 */
export async function selectJobs(
  database: Database,
  ids: readonly string[],
): Promise<{ id: string; isGivenUp: boolean }[]> {
  const { rows } = await sql<{ id: string; isGivenUp: boolean }>`
    select id::text, result is null and attempts >= ${workLimits.attempts}
      and coalesce(leased_until < clock_timestamp(), true) as "isGivenUp"
    from work_job where id = any(${uuids(ids)})
  `.execute(database.tables<unknown>())
  return rows
}

export async function deleteJobs(database: Database, ids: readonly string[]): Promise<void> {
  await sql`delete from work_job where id = any(${uuids(ids)})`.execute(database.tables<unknown>())
}

/** Deletes expired jobs, and the rows of processes that ended without deleting their own. */
export async function deleteExpiredWork(database: Database): Promise<void> {
  const db = database.tables<unknown>()
  await sql`delete from work_job where expires_at <= clock_timestamp()`.execute(db)
  await sql`delete from work_process where seen_at < ${inMs(-workLimits.forgottenMs)}`.execute(db)
}

export type ClaimedJob = { id: string; task: string; jobKey: Uint8Array; input: Uint8Array }

/** Claims the jobs whose turn is next and that have no valid lease. */
export async function claimJobs(
  database: Database,
  claim: { workerId: string; lane: string; keyId: Uint8Array; most: number },
): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    with free as materialized (
      select id from work_job
      where lane = ${claim.lane} and result is null and key_id = ${claim.keyId}
        and expires_at > clock_timestamp() and attempts < ${workLimits.attempts}
        and (leased_until is null or leased_until < clock_timestamp())
      order by turn, created_at limit ${claim.most} for update skip locked
    )
    update work_job set worker_id = ${claim.workerId}::uuid, attempts = attempts + 1,
      leased_until = ${inMs(workLimits.leaseMs)}
    from free where work_job.id = free.id
    returning work_job.id::text, task, job_key as "jobKey", input
  `.execute(database.tables<unknown>())
  return rows
}

/** Extends the leases of the process's running jobs. */
export async function extendLeases(
  database: Database,
  { workerId, ids }: { workerId: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    update work_job set leased_until = ${inMs(workLimits.leaseMs)}
    where id = any(${uuids(ids)}) and worker_id = ${workerId}::uuid and result is null
  `.execute(database.tables<unknown>())
}

/**
 * Stores a job's result and deletes its input. Stores nothing if another process has claimed the job in the
 * meantime.
 */
export async function storeResult(
  database: Database,
  { workerId, id, result }: { workerId: string; id: string; result: Uint8Array },
): Promise<void> {
  await sql`
    update work_job set result = ${result}, input = null, job_key = null, leased_until = null
    where id = ${id}::uuid and worker_id = ${workerId}::uuid and result is null
  `.execute(database.tables<unknown>())
}

/** Returns jobs to the queue. The attempt counts towards the limit. */
export async function releaseJobs(
  database: Database,
  { workerId, ids }: { workerId: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    update work_job set leased_until = null, worker_id = null
    where id = any(${uuids(ids)}) and worker_id = ${workerId}::uuid and result is null
  `.execute(database.tables<unknown>())
}

export type WorkProcessRow = {
  id: string
  name: string
  version: string
  threads: Readonly<Record<string, number>>
  running: number
  done: number
  failed: number
}

/** Records a process and the time at which it last reported. */
export async function recordProcess(
  database: Database,
  process: WorkProcessRow & { keyId: Uint8Array },
): Promise<void> {
  const { id, name, version, keyId, threads, running, done, failed } = process
  await sql`
    insert into work_process (id, name, version, key_id, threads, running, done, failed)
    values (${id}::uuid, ${name}, ${version}, ${keyId}, ${JSON.stringify(threads)}::text::jsonb,
      ${running}, ${done}, ${failed})
    on conflict (id) do update set running = excluded.running, done = excluded.done,
      failed = excluded.failed, seen_at = clock_timestamp()
  `.execute(database.tables<unknown>())
}

export async function deleteProcess(database: Database, id: string): Promise<void> {
  await sql`delete from work_process where id = ${id}::uuid`.execute(database.tables<unknown>())
}

export type WorkerState = WorkProcessRow & {
  startedAt: Date
  seenAt: Date
  /** Whether the process reported within the duration of a lease. */
  isAlive: boolean
  /** Whether the process has the given key and therefore claims jobs sealed with it. */
  hasKey: boolean
}

export async function selectProcesses(database: Database, keyId: Uint8Array): Promise<WorkerState[]> {
  const { rows } = await sql<WorkerState>`
    select id::text, name, version, threads, running, done, failed, started_at as "startedAt",
      seen_at as "seenAt", seen_at > ${inMs(-workLimits.leaseMs)} as "isAlive", key_id = ${keyId} as "hasKey"
    from work_process order by name, id
  `.execute(database.tables<unknown>())
  return rows
}

export type LaneState = { lane: string; waiting: number; running: number; waitingSince: Date | null }

export async function countJobs(database: Database): Promise<LaneState[]> {
  const { rows } = await sql<LaneState>`
    select lane,
      (count(*) filter (where leased_until is null or leased_until < clock_timestamp()))::int as waiting,
      (count(*) filter (where leased_until >= clock_timestamp()))::int as running,
      min(created_at) filter (where leased_until is null or leased_until < clock_timestamp()) as "waitingSince"
    from work_job where result is null and expires_at > clock_timestamp() group by lane order by lane
  `.execute(database.tables<unknown>())
  return rows
}
