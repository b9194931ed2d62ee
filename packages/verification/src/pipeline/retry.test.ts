import { silentLogger as logger, OperatorError, UserError } from '@touchstone/common'
import { startJobQueue } from '@touchstone/storage'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { journeyTablesOf } from '../context.ts'
import { InvalidStateError } from '../journey/invalid-state-error.ts'
import { loadState } from '../journey/load-state.ts'
import { updateVerification } from '../journey/verification-store.ts'
import { documentStep } from '../steps/document.ts'
import { livenessStep } from '../steps/liveness.ts'
import { createPasses } from '../testing/passes.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { createTestJobs } from '../testing/test-jobs.ts'
import { createWalks, type Visit, type Walks } from '../testing/walks.ts'
import { advanceInBackground } from './advance.ts'
import { beginVerification } from './begin-verification.ts'
import { countStuckJourneys, listStuck, restartStuck } from './restart-stuck.ts'
import { resumeAll } from './resume-all.ts'
import { retryJourney } from './retry-journey.ts'
import { retryDelaySeconds, retryLimitOf, retryLimits } from './retry-policy.ts'

const screened = { kind: 'KYC', checks: ['sanction'] } as const

test('doubles the delay from 5 seconds up to 10 minutes', () => {
  const delays = Array.from({ length: 9 }, (_, index) => retryDelaySeconds(index + 1))
  expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600])
})

test('gives up early only if every retry would fail again', () => {
  const text = { code: 'a.b', message: 'A.', remedy: 'B.' }
  for (const own of [
    new InvalidStateError('a.b', 'no a'),
    new TypeError('x'),
    new Error('x'),
    new UserError(text),
  ])
    expect(retryLimitOf(own)).toBe(retryLimits.own)
  for (const outside of [
    new OperatorError(text),
    new UserError({ ...text, retryable: true }),
    Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    new TypeError('fetch failed', { cause: new Error('x') }),
    Object.assign(new Error('x'), { name: 'HttpRequestError' }),
  ])
    expect(retryLimitOf(outside)).toBe(retryLimits.outside)
})

onOneEngine('server', 'a failing automatic step', (suite) => {
  let world: SessionWorld
  let walks: Walks
  let jobs: ReturnType<typeof createTestJobs>
  let screening: () => never
  beforeAll(async () => {
    jobs = createTestJobs(() => world.clock)
    world = await createSessionWorld(suite.database, {
      jobs,
      checkers: { screening: async () => screening() },
    })
    walks = createWalks(world)
  })
  let runs = 0
  beforeEach(() => {
    runs = 0
    jobs.waiting.splice(0)
    screening = () => {
      runs++
      throw new TypeError('undefined is not a function')
    }
  })

  /** Opens a page for a person whose next step is screening. */
  async function screenedNext(email: string, draft = true): Promise<Visit> {
    const visit = await walks.visit(email, screened)
    if (draft) await walks.read(visit)
    else await createPasses(world).pass(visit.journeyId, documentStep)
    await createPasses(world).pass(visit.journeyId, livenessStep)
    return visit
  }

  async function runAll(): Promise<number[]> {
    const delays: number[] = []
    for (;;) {
      expect(jobs.waiting.length).toBeLessThanOrEqual(1)
      const waited = await jobs.runNext(world)
      if (waited === undefined) return delays
      delays.push(waited)
      if (delays.length > 1000) throw new Error('the journey was retried more than 1000 times')
    }
  }

  test('stops after a fixed number of retries with growing delays and lists the journey as stuck', async () => {
    const visit = await screenedNext('fails@example.com')
    await advanceInBackground(world, visit.journeyId)
    await walks.settled()
    expect(await runAll()).toEqual([1, 5, 10, 20, 40, 80, 160, 320])
    expect(runs).toBe(1 + retryLimits.own)
    expect(await walks.stepOf(visit)).toMatchObject({
      ...{ name: 'failed', screen: 'unknown', reason: 'service.stuck', retry: 'step', attemptsLeft: 3 },
    })
    expect(await countStuckJourneys(world)).toMatchObject([
      { step: 'screening', code: 'TypeError', count: 1 },
    ])
    expect(await listStuck(world)).toMatchObject([{ journeyId: visit.journeyId, step: 'screening' }])
    await resumeAll(world)
    expect(jobs.waiting).toEqual([])

    await retryJourney(world, visit)
    await walks.settled()
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'working' })
    expect(await runAll()).toHaveLength(retryLimits.own)
    await beginVerification(world, visit)
    await walks.settled()
    expect(await countStuckJourneys(world)).toEqual([])
    expect(jobs.waiting).toHaveLength(1)
    await runAll()
    expect(await restartStuck(world, { journeyId: visit.journeyId + 1000 })).toBe(0)
    expect(await restartStuck(world, {})).toBe(1)
    expect(await runAll()).toHaveLength(retryLimits.own)
    await updateVerification(journeyTablesOf(world), visit.journeyId, { failure: null }, new Date())
  })

  test('finds stuck journeys with an index, however many journeys there are', async () => {
    const plan = await journeyTablesOf(world)
      .transaction()
      .execute(async (db) => {
        await sql`set local enable_seqscan = off`.execute(db)
        return await sql<object>`
          explain select count(*) from verification where verification.failure -> 'stuck' is not null
        `.execute(db)
      })
    expect(JSON.stringify(plan.rows)).toContain('verification_stuck')
  })

  test('names the missing data if a journey cannot continue', async () => {
    const visit = await screenedNext('no-document@example.com', false)
    await advanceInBackground(world, visit.journeyId)
    await walks.settled()
    await runAll()
    expect(runs).toBe(0)
    expect(await countStuckJourneys(world)).toMatchObject([
      { step: 'screening', code: 'draft.no-document', count: 1 },
    ])
  })

  test('retries for about a day if an external service fails', async () => {
    screening = () => {
      runs++
      throw new OperatorError({ code: 'node.away', message: 'The node is unavailable.', remedy: 'Start it.' })
    }
    const visit = await screenedNext('outage@example.com')
    await advanceInBackground(world, visit.journeyId)
    await walks.settled()
    const delays = await runAll()
    expect(delays).toHaveLength(retryLimits.outside)
    expect(Math.max(...delays)).toBe(600)
    const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3600
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThan(25)
    expect((await loadState(world, visit.journeyId)).failure?.stuck).toMatchObject({ code: 'node.away' })
  })

  test('keeps a single job and its failure count, however often the person visits', async () => {
    const visit = await screenedNext('visits@example.com')
    await Promise.all([1, 2, 3].map(() => advanceInBackground(world, visit.journeyId)))
    await walks.settled()
    expect(jobs.waiting).toHaveLength(1)
    await jobs.runNext(world)
    await jobs.runNext(world)
    const before = [...jobs.waiting]
    expect(before).toMatchObject([{ data: { failures: 2 } }])
    await Promise.all([1, 2].map(() => beginVerification(world, visit)))
    await walks.settled()
    expect(jobs.waiting).toEqual(before)
  })
})

onOneEngine('embedded', 'visits at the same time', (suite) => {
  test('create one job', async () => {
    const queue = await startJobQueue({ database: suite.database, logger })
    const world = await createSessionWorld(suite.database, { jobs: queue })
    const walks = createWalks(world)
    const visit = await walks.visit('two@example.com', screened)
    await walks.read(visit)
    await createPasses(world).pass(visit.journeyId, livenessStep)
    await Promise.all([beginVerification(world, visit), beginVerification(world, visit)])
    await walks.settled()
    await advanceInBackground(world, visit.journeyId)
    await walks.settled()
    const { rows } = await suite.database.run(
      "select data from jobs.job where name = 'journey' and state in ('created', 'retry')",
    )
    expect(rows).toEqual([{ data: { journeyId: visit.journeyId } }])
    await queue.stop()
  })
})
