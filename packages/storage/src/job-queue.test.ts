import { createTracer, silentLogger as logger, type Span } from '@touchstone/common'
import { expect, test } from 'vitest'
import { freshDatabase, onBothEngines } from '../../../test/support/engines.ts'
import { startJobQueue } from './job-queue.ts'
import { openServer } from './open-server.ts'

test('creates the same queues on several nodes concurrently without conflicts', async () => {
  const url = await freshDatabase()
  const databases = await Promise.all(Array.from({ length: 4 }, () => openServer({ url })))
  const queues = await Promise.all(databases.map((database) => startJobQueue({ database, logger })))
  const names = Array.from({ length: 8 }, (_, index) => `queue-${index}`)
  const started = await Promise.allSettled(
    queues.map(async (queue) => {
      for (const name of names) await queue.work(name, async () => {})
    }),
  )
  expect(started.map(({ status }) => status)).toEqual(queues.map(() => 'fulfilled'))
  await Promise.all(queues.map((queue) => queue.stop()))
  await Promise.all(databases.map((database) => database.close()))
})

onBothEngines('jobs', (suite) => {
  /** Creates a gate that blocks handlers and counts the handlers that have reached it. */
  function gate() {
    const arrivals: (() => void)[] = []
    const waiting: (() => void)[] = []
    let arrived = 0
    return {
      async pass() {
        arrived++
        for (const tell of arrivals.splice(0)) tell()
        await new Promise<void>((resolve) => waiting.push(resolve))
      },
      async arrival(count: number) {
        while (arrived < count) await new Promise<void>((resolve) => arrivals.push(resolve))
      },
      arrived: () => arrived,
      open: () => {
        for (const release of waiting.splice(0)) release()
      },
    }
  }

  test('names the request that sent a job in the job and its log lines, and not in its data', async () => {
    const spans: Span[] = []
    const tracer = createTracer({ report: (span) => void spans.push(span) })
    const lines: [string, string | undefined, object][] = []
    const log = (fields: object, message: string) => void lines.push([message, tracer.request(), fields])
    const logging = { ...logger, info: log, warn: log }
    const queue = await startJobQueue({ database: suite.database, logger: logging, tracer })
    const seen: unknown[] = []
    await queue.work<{ n: number }>('traced', async (data) => {
      seen.push([data, tracer.request()])
      if (data.n === 2) throw new Error('failed')
    })
    await tracer.within(tracer.open('request-1'), () => queue.send('traced', { n: 1 }))
    await tracer.within(tracer.open('request-2'), () => queue.send('traced', { n: 2 }))
    await queue.send('traced', { n: 3 })
    while (lines.length < 3) await new Promise((resolve) => setTimeout(resolve, 20))
    await queue.stop()
    expect(seen.slice(0, 3)).toEqual([
      [{ n: 1 }, 'request-1'],
      [{ n: 2 }, 'request-2'],
      [{ n: 3 }, undefined],
    ])
    expect(lines.slice(0, 3)).toMatchObject([
      ['job done', 'request-1', { job: 'traced', ms: expect.any(Number) }],
      ['job failed', 'request-2', { job: 'traced' }],
      ['job done', undefined, { job: 'traced' }],
    ])
    expect(spans.slice(0, 3)).toMatchObject([
      { name: 'job traced', kind: 'consumer', isError: false, parentSpanId: expect.any(String) },
      { name: 'job traced', isError: true, parentSpanId: expect.any(String) },
      { name: 'job traced', isError: false },
    ])
  })

  test('keeps all jobs without a key, but only one waiting job per key in addition to started jobs', async () => {
    const { database } = suite
    const queue = await startJobQueue({ database, logger })
    for (const number of [1, 2, 3]) await queue.send('keyed', { number }, { key: 'one' })
    await queue.send('keyed', { number: 4 }, { key: 'two' })
    for (const number of [5, 6]) await queue.send('keyed', { number })
    const done: number[] = []
    const first = gate()
    await queue.work<{ number: number }>('keyed', async ({ number }) => {
      done.push(number)
      await first.pass()
    })
    await first.arrival(1)
    expect(done).toEqual([1])
    await queue.send('keyed', { number: 7 }, { key: 'one' })
    await queue.send('keyed', { number: 8 }, { key: 'one' })
    for (const count of [2, 3, 4, 5]) {
      first.open()
      await first.arrival(count)
    }
    first.open()
    expect(done).toEqual([1, 4, 5, 6, 7])
    await queue.stop()
  })

  test('replaces the waiting job with the same key on request', async () => {
    const { database } = suite
    const queue = await startJobQueue({ database, logger })
    const waiting = async () => {
      const { rows } = await database.run(
        `select data, round(extract(epoch from start_after - now()))::int as seconds
         from jobs.job where name = 'replaced' and state = 'created' order by data->>'number'`,
      )
      return rows
    }
    await queue.send('replaced', { number: 1 }, { key: 'one', afterSeconds: 600, replaces: true })
    await queue.send('replaced', { number: 2 }, { key: 'two', afterSeconds: 600 })
    await queue.send('replaced', { number: 3 }, { key: 'one', afterSeconds: 60 })
    expect(await waiting()).toMatchObject([{ data: { number: 1 } }, { data: { number: 2 } }])
    await queue.send('replaced', { number: 4 }, { key: 'one', afterSeconds: 60, replaces: true })
    const seconds = expect.closeTo(60, -1)
    expect(await waiting()).toMatchObject([{ data: { number: 2 } }, { data: { number: 4 }, seconds }])
    await queue.stop()
  })

  test('starts a job from the same process without waiting for the next poll', async () => {
    const queue = await startJobQueue({ database: suite.database, logger })
    const reached = gate()
    await queue.work('prompt', () => reached.pass(), { pollSeconds: 3600 })
    for (const count of [1, 2, 3]) {
      await queue.send('prompt', {})
      await queue.send('prompt', {})
      await reached.arrival(2 * count - 1)
      reached.open()
      await reached.arrival(2 * count)
      reached.open()
    }
    await queue.stop()
  })

  test('runs exactly as many jobs at a time as configured', async () => {
    const queue = await startJobQueue({ database: suite.database, logger })
    const reached = gate()
    await queue.work('side-by-side', () => reached.pass(), { concurrency: 3, pollSeconds: 0.5 })
    for (let job = 0; job < 5; job++) await queue.send('side-by-side', { job })
    await reached.arrival(3)
    expect(reached.arrived()).toBe(3)
    reached.open()
    await reached.arrival(5)
    reached.open()
    await queue.stop()
  })

  test('counts jobs by state, including empty queues', async () => {
    const queue = await startJobQueue({ database: suite.database, logger })
    const door = gate()
    await queue.work('counted', () => door.pass())
    await queue.work('empty', async () => {})
    await queue.send('counted', { number: 1 })
    await queue.send('counted', { number: 2 }, { afterSeconds: 600 })
    await door.arrival(1)
    const counts = await queue.counts()
    const idle = { waiting: 0, running: 0, failed: 0, waitingSince: null }
    expect(counts.find(({ name }) => name === 'empty')).toEqual({ name: 'empty', ...idle })
    expect(counts.find(({ name }) => name === 'counted')).toEqual({
      ...{ ...idle, name: 'counted', waiting: 1, running: 1 },
    })
    door.open()
    await queue.stop()
  })

  test('does not start a delayed job early', async () => {
    const { database } = suite
    const queue = await startJobQueue({ database, logger })
    const done: string[] = []
    await queue.send('later', { when: 'later' }, { afterSeconds: 3600 })
    await queue.send('later', { when: 'now' })
    const reached = gate()
    await queue.work<{ when: string }>('later', async ({ when }) => {
      done.push(when)
      await reached.pass()
    })
    await reached.arrival(1)
    expect(done).toEqual(['now'])
    const { rows } = await database.run(
      "select start_after > now() + interval '59 minutes' as late from jobs.job where name = 'later' and state = 'created'",
    )
    expect(rows).toEqual([{ late: true }])
    reached.open()
    await queue.stop()
  })

  test('retries a failed job without affecting others', async () => {
    const { database } = suite
    const queue = await startJobQueue({ database, logger })
    const reached = gate()
    await queue.work<{ good: boolean }>(
      'mixed',
      async ({ good }) => {
        if (!good) throw new Error('no')
        await reached.pass()
      },
      { concurrency: 2, pollSeconds: 3600 },
    )
    await queue.send('mixed', { good: false })
    await queue.send('mixed', { good: true })
    await queue.send('mixed', { good: true })
    await reached.arrival(2)
    reached.open()
    await queue.stop()
    const { rows } = await database.run(
      "select data->>'good' as good, state::text, output from jobs.job where name = 'mixed' order by created_on",
    )
    expect(rows).toMatchObject([
      { good: 'false', state: 'retry' },
      { good: 'true', state: 'completed' },
      { good: 'true', state: 'completed' },
    ])
    expect(JSON.stringify(rows)).not.toContain('Error')
  })
})
