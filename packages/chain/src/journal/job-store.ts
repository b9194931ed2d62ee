import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { ChainJob, JobRequest, JobStatus, JobTransaction, WaitReason } from './chain-job.ts'
import { toJob, toTransaction } from './job-row.ts'
import type { ChainTables, JobTable } from './tables.ts'

export type JournalDb = Kysely<ChainTables> | Transaction<ChainTables>
export type QueueId = { readonly chainId: number; readonly signer: string }

/**
 * Takes the queue's advisory lock, so that only one database transaction at a time can assign nonces or store
 * signed transactions.
 */
export async function lockQueue(db: Transaction<ChainTables>, queue: QueueId): Promise<void> {
  const name = `touchstone:chain-line:${queue.chainId}:${queue.signer}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** Inserts a job unless its key already exists. Returns the number of inserted rows: 0 or 1. */
export async function insertJob(
  db: JournalDb,
  queue: QueueId,
  request: JobRequest,
  now: Date,
  place?: { nonce: number; gas: number },
): Promise<number> {
  const result = await db
    .insertInto('chain_job')
    .values({
      chain_id: queue.chainId,
      signer: queue.signer,
      key: request.key,
      kind: request.kind,
      subject: request.subject?.toLowerCase() ?? null,
      to_address: request.to?.toLowerCase() ?? null,
      data: request.data.toLowerCase(),
      value: String(request.value ?? 0n),
      done_errors: JSON.stringify(request.doneErrors ?? []),
      expected_log: request.expectedLog ? JSON.stringify(request.expectedLog) : null,
      status: place ? 'reserved' : 'queued',
      gas: place?.gas ?? null,
      nonce: place?.nonce ?? null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['chain_id', 'key']).doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0)
}

export async function findJob(db: JournalDb, chainId: number, key: string): Promise<ChainJob | undefined> {
  const row = await db
    .selectFrom('chain_job')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row && toJob(row)
}

export async function listJobs(
  db: JournalDb,
  queue: QueueId,
  options: { status?: JobStatus; limit: number; after?: number },
): Promise<ChainJob[]> {
  let query = db
    .selectFrom('chain_job')
    .selectAll()
    .where('chain_id', '=', queue.chainId)
    .where('signer', '=', queue.signer)
    .where('id', '>', options.after ?? 0)
  if (options.status !== undefined) query = query.where('status', '=', options.status)
  return (await query.orderBy('id').limit(options.limit).execute()).map(toJob)
}

/** Counts the jobs in each status. */
export async function countJobs(db: JournalDb, queue: QueueId): Promise<Partial<Record<JobStatus, number>>> {
  const rows = await db
    .selectFrom('chain_job')
    .select(['status', (expression) => expression.fn.countAll<number>().as('jobs')])
    .where('chain_id', '=', queue.chainId)
    .where('signer', '=', queue.signer)
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, jobs }) => [status, Number(jobs)]))
}

export type OpenCounts = { queued: number; inFlight: number; included: number; recovering: number }

/** Counts the jobs that are not final yet. */
export async function countOpen(db: JournalDb, queue: QueueId): Promise<OpenCounts> {
  const { rows } = await sql<OpenCounts>`
    select count(*) filter (where status = 'queued') as "queued",
      count(*) filter (where status in ('reserved', 'signed', 'sent')) as "inFlight",
      count(*) filter (where status = 'included') as "included",
      count(*) filter (where recovering) as "recovering"
    from chain_job
    where chain_id = ${queue.chainId} and signer = ${queue.signer} and status not in ('final', 'failed')`.execute(
    db,
  )
  const counts = rows[0]
  return {
    queued: Number(counts?.queued ?? 0),
    inFlight: Number(counts?.inFlight ?? 0),
    included: Number(counts?.included ?? 0),
    recovering: Number(counts?.recovering ?? 0),
  }
}

export async function openJobs(
  db: JournalDb,
  queue: QueueId,
  statuses: readonly JobStatus[],
  options: { limit: number; simulated?: boolean },
): Promise<ChainJob[]> {
  let query = db
    .selectFrom('chain_job')
    .selectAll()
    .where('chain_id', '=', queue.chainId)
    .where('signer', '=', queue.signer)
    .where('status', 'in', [...statuses])
  if (options.simulated !== undefined) query = query.where('gas', options.simulated ? 'is not' : 'is', null)
  const rows = await query.orderBy('nonce').orderBy('id').limit(options.limit).execute()
  return rows.map(toJob)
}

/** Returns all transactions that were signed for each job's current nonce, oldest first. */
export async function transactionsOf(
  db: JournalDb,
  jobs: readonly ChainJob[],
): Promise<Map<number, JobTransaction[]>> {
  const found = new Map<number, JobTransaction[]>(jobs.map(({ id }) => [id, []]))
  if (jobs.length === 0) return found
  const nonces = new Map(jobs.map(({ id, nonce }) => [id, nonce]))
  const rows = await db
    .selectFrom('chain_transaction')
    .selectAll()
    .where('job_id', 'in', [...found.keys()])
    .orderBy('max_fee')
    .orderBy('max_tip')
    .execute()
  for (const row of rows) {
    const job = Number(row.job_id)
    if (nonces.get(job) === Number(row.nonce)) found.get(job)?.push(toTransaction(row))
  }
  return found
}

/** Returns all transactions of a job, for all of its nonces, in signing order. */
export async function allTransactionsOf(db: JournalDb, jobId: number): Promise<JobTransaction[]> {
  const rows = await db
    .selectFrom('chain_transaction')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('nonce')
    .orderBy('max_fee')
    .execute()
  return rows.map(toTransaction)
}

/**
 * Updates columns of those jobs that still have one of the given statuses. Returns the number of updated
 * jobs.
 */
export async function changeJobs(
  db: JournalDb,
  ids: readonly number[],
  from: readonly JobStatus[],
  change: Partial<Omit<Selectable<JobTable>, 'id'>> & { updated_at: Date },
): Promise<number> {
  if (ids.length === 0) return 0
  const result = await db
    .updateTable('chain_job')
    .set(change)
    .where('id', 'in', [...ids])
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function setWaiting(
  db: JournalDb,
  ids: readonly number[],
  waiting: WaitReason | null,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('chain_job')
    .set({ waiting, updated_at: now })
    .where('id', 'in', [...ids])
    .where('waiting', 'is distinct from', waiting)
    .execute()
}
