import { createTracer, silentLogger as logger, UserError } from '@touchstone/common'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { migrate } from '../migrate.ts'
import { decodeMessage, encodeMessage } from './encode-message.ts'
import { workMigrations } from './migrations/index.ts'
import { startWorkProcess, type WorkLane } from './start-work-process.ts'
import { createWorkClient } from './work-client.ts'
import { createWorkKey } from './work-key.ts'
import { claimJobs, countJobs, extendLeases, selectProcesses, storeResult, workLimits } from './work-store.ts'

const key = createWorkKey('a key that a service shares with its workers')
const other = createWorkKey('another key, which only other workers have')

test('restores JSON values and bytes after encoding', () => {
  const message = {
    list: [1, 'two', null, { picture: new Uint8Array([0, 255, 7]) }],
    empty: new Uint8Array(),
    buffer: Buffer.from('a Buffer'),
    text: 'Łódź',
    bytes: { $bytes: 'not a part' },
  }
  expect(decodeMessage(encodeMessage(message))).toEqual({
    ...message,
    buffer: new Uint8Array(Buffer.from('a Buffer')),
  })
})

test('opens a value only with its key and only for its job and purpose', () => {
  const place = { id: 'one', lane: 'faces', task: 'measure' }
  const { wrapped, job } = key.createJob(place)
  const sealed = job.seal('input', Buffer.from('picture'))
  expect(key.openJob(place, wrapped).open('input', sealed).toString()).toBe('picture')
  expect(sealed.includes('picture')).toBe(false)
  expect(() => other.openJob(place, wrapped)).toThrow()
  for (const change of [{ id: 'two' }, { lane: 'documents' }, { task: 'read' }])
    expect(() => key.openJob({ ...place, ...change }, wrapped)).toThrow()
  expect(() => job.open('result', sealed)).toThrow()
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)
  expect(() => job.open('input', changed)).toThrow()
  expect(() => job.open('input', sealed.subarray(0, 20))).toThrow()
})

onBothEngines('the work queue', (suite) => {
  beforeAll(async () => void (await migrate({ database: suite.database, migrations: workMigrations })))

  const clientOf = (change: { timeLimitMs?: number; key?: typeof key; limit?: number } = {}) =>
    createWorkClient({
      ...{ database: suite.database, key: change.key ?? key, logger },
      queueLimits: { faces: change.limit ?? 10 },
      timeLimitMs: change.timeLimitMs ?? 60_000,
    })
  const processOf = (run: WorkLane['run'], name = 'worker') =>
    startWorkProcess({
      ...{ database: suite.database, key, name, version: '1', logger },
      lanes: { faces: { threads: 1, run } },
    })
  const rows = async () => (await suite.database.run('select * from work_job')).rows
  const claim = (workerId: string, most = 1) =>
    claimJobs(suite.database, { workerId, lane: 'faces', keyId: key.id, most })
  const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  /** Makes all leases expire. */
  const lapse = () =>
    suite.database.run('update work_job set leased_until = clock_timestamp() - interval $$1 s$$')

  test('names the request in the log lines of the worker, and not in the input', async () => {
    const tracer = createTracer()
    const [client, lines] = [
      createWorkClient({
        ...{ database: suite.database, key, logger, tracer },
        ...{ queueLimits: { faces: 1 }, timeLimitMs: 60_000 },
      }),
      [] as object[],
    ]
    const worker = await startWorkProcess({
      ...{ database: suite.database, key, name: 'worker', version: '1' },
      logger: { ...logger, info: (fields, message) => void lines.push({ ...fields, message }) },
      lanes: { faces: { threads: 1, run: async (_, input) => input } },
    })
    const run = (input: unknown) => client.run('faces', 'echo', input)
    expect(await tracer.within(tracer.open('request-1'), () => run({ a: 1 }))).toEqual({ a: 1 })
    expect(await run({ a: 2 })).toEqual({ a: 2 })
    expect(await tracer.within(tracer.open('request-3'), () => run([1]))).toEqual([1])
    await worker.stop()
    await client.close()
    expect(lines).toMatchObject([
      { message: 'work done', lane: 'faces', task: 'echo', request: 'request-1', ms: expect.any(Number) },
      { message: 'work done', request: undefined },
      { message: 'work done', request: undefined },
    ])
  })

  test('returns the output of a worker and leaves no rows behind', async () => {
    const client = clientOf()
    const worker = await processOf(async (task, input) => ({ task, input }))
    const picture = new Uint8Array([1, 2, 3])
    expect(await client.run('faces', 'echo', { picture })).toEqual({ task: 'echo', input: { picture } })
    expect(await rows()).toEqual([])
    expect(await client.workers()).toMatchObject([{ name: 'worker', threads: { faces: 1 }, isAlive: true }])
    await worker.stop()
    expect(await selectProcesses(suite.database, key.id)).toEqual([])
    await client.close()
  })

  test('passes user errors on to the caller, and retries a job that failed with any other error', async () => {
    const client = clientOf()
    let tries = 0
    const worker = await processOf(async (task) => {
      if (task === 'refuse')
        throw new UserError({ code: 'image.broken', message: 'Broken.', remedy: 'Again.' })
      tries += 1
      if (task === 'always' || tries === 1) throw new Error('a defect')
      return tries
    })
    await expect(client.run('faces', 'refuse', {})).rejects.toMatchObject({
      code: 'image.broken',
      retryable: false,
    })
    expect(await client.run('faces', 'once', {})).toBe(2)
    tries = 0
    await expect(client.run('faces', 'always', {})).rejects.toThrow('no worker could do the work')
    expect(tries).toBe(workLimits.attempts)
    expect(await rows()).toEqual([])
    await worker.stop()
    await client.close()
  })

  test('assigns a job to one process at a time, and to another process when the lease expires', async () => {
    const client = clientOf()
    const first = client.run('faces', 'one', 1)
    await eventually(() => countJobs(suite.database)).toMatchObject([
      { lane: 'faces', waiting: 1, running: 0 },
    ])
    const [job] = await claim(one)
    expect(await claim(two)).toEqual([])
    await extendLeases(suite.database, { workerId: one, ids: [job?.id ?? ''] })
    expect(await countJobs(suite.database)).toMatchObject([{ waiting: 0, running: 1, waitingSince: null }])
    await lapse()
    expect(await claim(two)).toMatchObject([{ id: job?.id, task: 'one' }])
    // The first process is still running and reports its result late.
    const late = { workerId: one, id: job?.id ?? '', result: Buffer.from('late') }
    await storeResult(suite.database, late)
    await extendLeases(suite.database, { workerId: one, ids: [late.id] })
    expect(await rows()).toMatchObject([{ result: null, worker_id: two, attempts: 2 }])
    await lapse()
    const worker = await processOf(async (_, input) => input)
    expect(await first).toBe(1)
    await worker.stop()
    await client.close()
  })

  test('claims the oldest jobs first, and no jobs sealed with another key', async () => {
    const [client, stranger] = [clientOf(), clientOf({ key: other })]
    const runs: Promise<unknown>[] = []
    for (const [index, [from, task]] of (
      [
        [client, 'first'],
        [client, 'second'],
        [stranger, 'other'],
      ] as const
    ).entries()) {
      runs.push(from.run('faces', task, {}))
      await eventually(async () => (await rows()).length).toBe(index + 1)
    }
    const results = Promise.allSettled(runs)
    expect(await claim(one, 1)).toMatchObject([{ task: 'first' }])
    expect(await claim(one, 5)).toMatchObject([{ task: 'second' }])
    await Promise.all([client.close(), stranger.close()])
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await rows()).toEqual([])
  })

  test('rejects jobs beyond the queue limit, and deletes jobs that exceed their time limit', async () => {
    const client = clientOf({ limit: 1, timeLimitMs: 300 })
    const late = client.run('faces', 'one', {})
    await expect(client.run('faces', 'two', {})).rejects.toMatchObject({ code: 'work.busy', retryable: true })
    await expect(late).rejects.toMatchObject({ code: 'work.too-long' })
    expect(await rows()).toEqual([])
    await client.close()
  })

  test('deletes expired jobs of a client that died', async () => {
    const insert = (expires: string) =>
      sql`insert into work_job (id, lane, task, key_id, input, expires_at) values
        (gen_random_uuid(), 'faces', 'abandoned', '\\x00', '\\x00', clock_timestamp() + ${expires}::interval)`.execute(
        suite.database.tables<unknown>(),
      )
    await insert('-1 second')
    await expect(insert('16 minutes')).rejects.toThrow()
    const worker = await processOf(async () => null)
    await eventually(async () => (await rows()).length).toBe(0)
    await worker.stop()
    // If no worker is running, a service deletes the job instead.
    await insert('-1 second')
    const client = clientOf()
    await eventually(async () => (await rows()).length).toBe(0)
    await client.close()
  })

  test('submits a job again if the store has lost it', async () => {
    const client = clientOf()
    const result = client.run('faces', 'lost', 'still here')
    await eventually(async () => (await rows()).length).toBe(1)
    await suite.database.run('truncate work_job')
    const worker = await processOf(async (_, input) => input)
    expect(await result).toBe('still here')
    await worker.stop()
    await client.close()
  })

  test('finishes running jobs before it stops', async () => {
    const client = clientOf()
    let end = () => {}
    const started = new Promise<void>((resolve) => {
      void processOf(async (_, input) => {
        resolve()
        await new Promise<void>((finish) => {
          end = finish
        })
        return input
      }).then((worker) => {
        stopping = started.then(() => worker.stop())
      })
    })
    let stopping: Promise<void> | undefined
    const result = client.run('faces', 'slow', 'done')
    await started
    end()
    expect(await result).toBe('done')
    await stopping
    expect(await selectProcesses(suite.database, key.id)).toEqual([])
    await client.close()
  })
})
