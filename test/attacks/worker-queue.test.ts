import { randomBytes } from 'node:crypto'
import { silentLogger as logger } from '@touchstone/common'
import {
  createWorkClient,
  createWorkKey,
  type Database,
  migrate,
  openServer,
  startWorkProcess,
  workMigrations,
} from '@touchstone/storage'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../support/engines.ts'
import { eventually } from '../support/eventually.ts'

// The attacker can read and write the tables of the work queue, like someone with access to a worker's
// database user, but has no key. The attacker must not be able to read pictures or forge results, and no
// data may remain in the queue.

const key = createWorkKey(randomBytes(32).toString('hex'))
const attackersKey = createWorkKey(randomBytes(32).toString('hex'))
const picture = Buffer.from('a picture of a passport, which says Patricia Harrison')

let database: Database
beforeAll(async () => {
  database = await openServer({ url: await freshDatabase() })
  await migrate({ database, migrations: workMigrations })
})
beforeEach(() => database.run('truncate work_job'))
afterAll(() => database.close())

type Row = { id: string; task: string; job_key: Buffer; input: Buffer; result: Buffer | null }
const rows = async () => (await database.run('select * from work_job order by created_at')).rows as Row[]
const open = (timeLimitMs = 60_000) =>
  createWorkClient({ database, key, logger, queueLimits: { faces: 10 }, timeLimitMs })
/** Submits work without waiting for its result, and returns the row that it creates in the queue. */
async function submit(client: ReturnType<typeof open>, task: string) {
  const before = (await rows()).length
  const result = client.run('faces', task, { picture })
  result.catch(() => undefined)
  await eventually(async () => (await rows()).length).toBe(before + 1)
  return { result, row: (await rows())[before] as Row }
}
const settle = (id: string, result: Uint8Array) =>
  database.run('update work_job set result = $2 where id = $1', [id, result])

test('stores neither the picture nor its key in readable form', async () => {
  const client = open()
  const { row } = await submit(client, 'measure')
  const text = JSON.stringify(row, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  )
  for (const secret of ['Patricia', 'passport', picture.toString('base64').slice(0, 20)])
    expect(text).not.toContain(secret)
  const place = { id: row.id, lane: 'faces', task: 'measure' }
  expect(() => attackersKey.openJob(place, row.job_key)).toThrow()
  // The key of another job, created by the attacker, does not open the picture either.
  expect(() => attackersKey.createJob(place).job.open('input', row.input)).toThrow()
  await client.close()
})

test('rejects a forged result and the result of another job', async () => {
  const client = open()
  const [victim, own] = [await submit(client, 'measure'), await submit(client, 'measure')]
  const place = { id: victim.row.id, lane: 'faces', task: 'measure' }
  const forged = Buffer.from(JSON.stringify({ output: { faces: 1 } }))
  await settle(victim.row.id, attackersKey.createJob(place).job.seal('result', forged))
  await expect(victim.result).rejects.toThrow()

  // The attacker copies a valid result, made by a worker for the attacker's own picture, to another person's
  // job.
  const third = await submit(client, 'measure')
  const ownKey = key.openJob({ ...place, id: own.row.id }, own.row.job_key)
  const ownResult = ownKey.seal('result', Buffer.from('\u0012\0\0\0{"output":"live"} '))
  await settle(third.row.id, ownResult)
  await expect(third.result).rejects.toThrow()
  // Copying the job's key as well, or returning the input as the result, does not help the attacker.
  const fourth = await submit(client, 'measure')
  await database.run('update work_job set job_key = $2, result = $3 where id = $1', [
    fourth.row.id,
    own.row.job_key,
    ownResult,
  ])
  await expect(fourth.result).rejects.toThrow()
  const fifth = await submit(client, 'measure')
  await settle(fifth.row.id, fifth.row.input)
  await expect(fifth.result).rejects.toThrow()
  await client.close()
})

test('does not run a job that the attacker swapped or added', async () => {
  const done: unknown[] = []
  const client = open(3000)
  const [first, second] = [await submit(client, 'one'), await submit(client, 'two')]
  await database.run('update work_job set input = $2, job_key = $3 where id = $1', [
    first.row.id,
    second.row.input,
    second.row.job_key,
  ])
  const place = { id: '00000000-0000-4000-8000-000000000009', lane: 'faces', task: 'measure' }
  const { wrapped, job } = attackersKey.createJob(place)
  await database.run(
    `insert into work_job (id, lane, task, key_id, job_key, input, expires_at)
     values ($1, 'faces', 'measure', $2, $3, $4, clock_timestamp() + interval '1 minute')`,
    [place.id, key.id, wrapped, job.seal('input', picture)],
  )
  const run = async (task: string) => void done.push(task)
  const worker = await startWorkProcess({
    ...{ database, key, name: 'worker', version: '1', logger },
    lanes: { faces: { threads: 1, run } },
  })
  await second.result
  await expect(first.result).rejects.toThrow()
  expect(done).toEqual(['two'])
  await worker.stop()
  await client.close()
})

test('leaves no data after a result, after the time limit, or in backups of the database', async () => {
  const client = open(500)
  const { result } = await submit(client, 'late')
  await expect(result).rejects.toMatchObject({ code: 'work.too-long' })
  expect(await rows()).toEqual([])
  const worker = await startWorkProcess({
    ...{ database, key, name: 'worker', version: '1', logger },
    lanes: { faces: { threads: 1, run: async () => 'done' } },
  })
  const patient = open()
  expect(await patient.run('faces', 'measure', { picture })).toBe('done')
  expect(await rows()).toEqual([])
  // Unlogged tables are not part of the write-ahead log, replicas or base backups.
  const { rows: kinds } = await database.run(
    "select relpersistence as kind from pg_class where relname in ('work_job', 'work_process')",
  )
  expect(kinds).toEqual([{ kind: 'u' }, { kind: 'u' }])
  await worker.stop()
  await Promise.all([client.close(), patient.close()])
})
