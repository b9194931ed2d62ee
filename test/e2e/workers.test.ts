import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { LivenessChallenge, LivenessTurn, ServiceHealth } from '@touchstone/contract'
import { createSsiWallet } from '@touchstone/credential/holder'
import { type Database, openServer } from '@touchstone/storage'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeDocumentPhoto } from '../support/camera/index.ts'
import { startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { freshDatabase } from '../support/engines.ts'
import { answerChallenge, prepareAnswers } from '../support/journeys/answer-challenge.ts'
import {
  createFrameCaller,
  FailedError,
  type FrameCaller,
  RefusedError,
} from '../support/journeys/frame-caller.ts'
import { authorizeByCalls, openByCalls } from '../support/journeys/walk-by-calls.ts'
import { waitUntil } from '../support/processes.ts'
import { run } from '../support/run.ts'
import type { TestServer } from '../support/server.ts'
import type { TestSmtp } from '../support/smtp.ts'
import { runCli } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

// The service has no face models and reads no documents. Two worker processes do this work, and each is
// killed while it works. Their database role can access only the work queue, and they do not have the master
// secret.

const workerKey = randomBytes(32).toString('hex')
const role = `worker_${randomBytes(4).toString('hex')}`
/**
 * How far the service's clock lags behind real time, so that captures drawn slowly by the machine do not
 * arrive late.
 */
let behindMs = 0
let dashboard: TestDashboard
let server: TestServer
let smtp: TestSmtp
let database: Database
const running = new Map<string, ReturnType<typeof run>>()

beforeAll(async () => {
  dashboard = await startDashboard({
    engine: 'server',
    clock: { now: () => Date.now() - Math.round(behindMs) },
    env: { VERIFICATION_WORK: 'workers', TOUCHSTONE_WORKER_KEY: workerKey },
  })
  server = dashboard.server
  smtp = dashboard.smtp
  database = await openServer({ url: server.databaseUrl ?? '', poolSize: 2 })
  await database.run(`create role ${role} login`)
  await database.run(`grant select, insert, update, delete on work_job, work_process to ${role}`)
}, demoTimeout)
afterEach(async () => {
  for (const name of running.keys()) await killWorker(name)
})
afterAll(async () => {
  await database?.run(`drop owned by ${role}; drop role ${role}`)
  await database?.close()
  await dashboard?.stop()
})

const roleUrl = () => (server.databaseUrl ?? '').replace('touchstone@', `${role}@`)

async function startWorker(name: string): Promise<void> {
  const env = {
    ...{ DATABASE_URL: roleUrl(), TOUCHSTONE_WORKER_KEY: workerKey, NODE_ENV: 'production' },
    ...{ FACE_WORKERS: '1', DOCUMENT_WORKERS: '1' },
  }
  const worker = run('apps/cli/bin/touchstone.mjs', ['worker', '--name', name], env)
  running.set(name, worker)
  await waitUntil(
    () => worker.output.stderr.includes('is ready') || worker.child.exitCode !== null,
    60_000,
    'the worker to be ready',
  )
  if (worker.child.exitCode !== null) throw new Error(worker.output.stderr)
}

async function killWorker(name: string): Promise<void> {
  const worker = running.get(name)
  running.delete(name)
  worker?.child.kill('SIGKILL')
  await worker?.exited
}

/**
 * Waits until a worker has a job of this kind, and kills that worker. Returns the job and the worker's name.
 */
async function killAtWork(lane: string): Promise<{ id: string; name: string }> {
  for (;;) {
    const { rows } = await database.run(
      `select work_job.id::text, name from work_job join work_process on work_process.id = worker_id
       where lane = $1 and result is null and leased_until > clock_timestamp() limit 1`,
      [lane],
    )
    const [busy] = rows as { id: string; name: string }[]
    if (busy && running.has(busy.name)) {
      await killWorker(busy.name)
      return busy
    }
    await pause(5)
  }
}

const jobs = async () => (await database.run('select id from work_job')).rows

/**
 * Sends a capture while it is being recorded. The service's clock waits if this machine draws the pictures
 * too slowly.
 */
async function film(caller: FrameCaller): Promise<void> {
  const challenge = await turn(caller)
  const startedAt = performance.now() - behindMs
  const endMs = Math.max(...challenge.steps.map(({ toMs }) => toMs)) + 300
  for (let fromMs = 0; fromMs <= endMs; fromMs += 500) {
    const untilMs = Math.min(endMs, fromMs + 499)
    const batch = await answerChallenge(challenge, 'obeys', { fromMs, untilMs })
    const early = (batch.at(-1)?.atMs ?? 0) - (performance.now() - behindMs - startedAt)
    if (early > 0) await pause(early)
    else behindMs -= early
    const pictures = new FormData()
    pictures.append('challengeId', challenge.id)
    for (const { atMs, bytes } of batch)
      pictures.append('frame', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), String(atMs))
    await caller.post('/liveness/frames', pictures)
    await caller.until('liveness')
  }
  for (let left: unknown = 1; left !== 0; )
    left = (await caller.post('/liveness/finish', { challengeId: challenge.id })).left
}

async function turn(caller: FrameCaller): Promise<LivenessChallenge> {
  for (;;) {
    const answer = (await caller.post('/liveness')) as LivenessTurn
    if ('challenge' in answer) return answer.challenge
    await pause(500)
  }
}

test('rejects an embedded store, a missing key and, in production, the master secret', async () => {
  const missing = await runCli(['worker'], { TOUCHSTONE_WORKER_KEY: workerKey })
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('A worker needs DATABASE_URL') })
  const url = { DATABASE_URL: roleUrl() }
  expect((await runCli(['worker'], url)).stderr).toContain('needs TOUCHSTONE_WORKER_KEY')
  const secret = { NODE_ENV: 'production', TOUCHSTONE_SECRET: 's'.repeat(40) }
  const trusting = await runCli(['worker'], { ...url, ...secret, TOUCHSTONE_WORKER_KEY: workerKey })
  expect(trusting).toMatchObject({ code: 1, stderr: expect.stringContaining('does not allow a worker with') })
  const empty = { DATABASE_URL: await freshDatabase(), TOUCHSTONE_WORKER_KEY: workerKey, FACE_WORKERS: '1' }
  expect((await runCli(['worker'], empty)).stderr).toContain('The work queue cannot be used')
})

test('verifies a person even if each worker is killed while it works', {
  timeout: 1_200_000,
}, async () => {
  const caller = createFrameCaller(server.url, { waitMs: 600_000 })
  const { url, demo } = server
  const account = `0x${'5'.repeat(40)}`
  // A program whose work nobody can do is not offered.
  await Promise.all([startWorker('one'), startWorker('two')])
  await openByCalls(caller, { url, demo, programNo: demo.programNo })
  await authorizeByCalls(caller, await createSsiWallet(), account)
  await caller.post('/login/email', { email: 'ada@example.com' })
  await caller.post('/login/code', { code: await smtp.code('ada@example.com') })

  const today = new Date().toISOString().slice(0, 10)
  const fields = { nationality: 'FRA', issuingState: 'FRA' }
  const { jpeg } = await makeDocumentPhoto({ today, face: 'map-man', seed: 'person', fields })
  const form = new FormData()
  form.append('kind', 'passport')
  form.append('country', 'FRA')
  form.append('picture', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'passport.jpg')
  const [first] = await Promise.all([killAtWork('documents'), caller.post('/document', form)])
  await caller.until('document-confirm')
  expect(await jobs()).toEqual([])
  await caller.post('/document/confirm', { corrections: {} })
  await caller.until('liveness')

  await startWorker('three')
  await prepareAnswers()
  let second: { name: string } | undefined
  for (let tries = 0; ; tries++) {
    try {
      const filmed = film(caller)
      filmed.catch(() => undefined)
      second ??= await Promise.race([killAtWork('faces'), filmed.then(() => undefined)])
      await filmed
      await caller.until('location', 'prove')
      break
    } catch (error) {
      const isTry =
        error instanceof FailedError || (error instanceof RefusedError && error.code === 'capture.over')
      if (!isTry || tries === 3) throw error
      if (error instanceof FailedError) await caller.post('/retry')
    }
  }
  expect(second?.name).toMatch(/^(one|two|three)$/)
  expect(second?.name).not.toBe(first.name)
  expect(await jobs()).toEqual([])

  const { browser } = await dashboard.member('operator')
  const workers = async () => ((await browser.get('/operator/health')).body as ServiceHealth).workers
  // A killed process remains listed for a minute.
  const left = { state: 'good', faces: 1, documents: 1, running: 0, failed: 0 }
  expect(await workers()).toMatchObject({ waiting: 0, running: 0, waitingSince: null })
  // A worker reports its state every 1.5 seconds, and a killed worker is still counted for 5 seconds.
  const reported = { timeout: 30_000 }
  await expect
    .poll(async () => (await workers()).workers, reported)
    .toContainEqual(expect.objectContaining(left))
  const metrics = async () => await (await fetch(`${server.metricsUrl}/metrics`)).text()
  await expect.poll(metrics, reported).toMatch(/^touchstone_workers 1$/m)

  for (const name of running.keys()) await killWorker(name)
  await expect.poll(workers, { timeout: 60_000 }).toMatchObject({ state: 'failed' })
})
