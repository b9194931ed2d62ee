import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addKeyToFile,
  type FaceChecker,
  type Gallery,
  openGallery,
  reviveMeasure,
  serialiseMeasure,
  versions,
} from '@touchstone/biometrics'
import { systemClock } from '@touchstone/common'
import type { LivenessChallenge } from '@touchstone/contract'
import { loadJourney } from '@touchstone/kyc'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { madeSession } from '../../packages/biometrics/src/testing/made-session.ts'
import { tidyCaptures } from '../../packages/verification/src/capture/tidy-captures.ts'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { requestCode, submitCode } from '../../packages/verification/src/login/login-by-email.ts'
import { startLiveness, submitFrames } from '../../packages/verification/src/pipeline/capture-liveness.ts'
import { finishLiveness } from '../../packages/verification/src/pipeline/finish-liveness.ts'
import { retryJourney } from '../../packages/verification/src/pipeline/retry-journey.ts'
import type { Session } from '../../packages/verification/src/sessions/session.ts'
import { selectSession } from '../../packages/verification/src/sessions/session-store.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { viewOf } from '../../packages/verification/src/visits/view-of.ts'
import { openFreshStore } from '../support/engines.ts'

// An attacker must not be able to obtain a matching capture by requesting many challenges, by recording after
// the challenge is known, or by reusing a capture.

const folder = mkdtempSync(join(tmpdir(), 'touchstone-liveness-tries-'))
const database = await openFreshStore()
let gallery: Gallery
let world: SessionWorld
/**
 * If set, measurements wait for this promise, as if the workers were busy. Measurements fail if the promise
 * rejects.
 */
let backlog: Promise<void> | undefined
/** The lag that the service detects in its own process during any period. */
let lagMs = 0

/** Reads measurements in place of pictures. Other tests cover the measurement of pictures. */
const faces = {
  async measureFrames({ frames }) {
    await backlog
    const measures = frames.map(({ atMs, bytes }) => ({
      ...reviveMeasure(JSON.parse(Buffer.from(bytes).toString())),
      digest: Buffer.from(bytes).toString('base64url'),
      atMs,
    }))
    return {
      measures,
      version: { ...versions, passive: 'absent' },
      followed: { faces: [], drawn: {} },
      copies: [],
    }
  },
} as Partial<FaceChecker> as FaceChecker

beforeAll(async () => {
  const file = join(folder, 'keys')
  addKeyToFile(file)
  world = await createSessionWorld(database, {
    lag: { during: () => lagMs },
    checkers: { faces: async () => faces, gallery: async () => gallery },
  })
  gallery = await openGallery({ database, clock: systemClock, keys: { file } })
})
afterAll(async () => {
  await gallery?.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

let visits = 0
/**
 * Opens a new page at a new merchant and logs in again. The same email address identifies the same person.
 */
async function visit(email: string): Promise<Session> {
  const session = await world.openAuthorized({ program: { kind: 'MeID', checks: [] }, lv: 2 })
  world.clock.advance(61_000)
  await requestCode(world, session, { email, ip: `${10 + visits++}.8.0.1` })
  await submitCode(world, session, { code: world.mails.at(-1)?.code ?? '' })
  return await selectSession(journeyTablesOf(world), session.id)
}

/** Returns whether the face passed the liveness check. */
async function isPassed(session: Session): Promise<boolean> {
  await Promise.all(world.inProgress.values())
  const loaded = await loadJourney(world.kyc, session.journeyId ?? 0)
  return loaded?.journey.status === 'Liveness Checked'
}

const stepOf = async (session: Session) => (await viewOf(world, session)).step

async function draw(session: Session): Promise<LivenessChallenge | undefined> {
  const turn = await startLiveness(world, session).catch(() => undefined)
  return turn && 'challenge' in turn ? turn.challenge : undefined
}

type Capture = { atMs: number; bytes: Uint8Array }[]
let captures = 0
/** Creates a capture that follows the challenge. Each capture shows a different person. */
function captureOf(challenge: LivenessChallenge): Capture {
  const person = ++captures
  const measures = madeSession(
    { ...challenge, expiresAt: 0 },
    {
      gain: 0.2,
      personAt: () => person,
      // Each person's face is at a different position.
      change: (points) => points.map(([x, y, z]) => [x + person / 7, y, z]),
    },
  )
  return measures.map((measure) => ({
    atMs: measure.atMs,
    bytes: Buffer.from(JSON.stringify(serialiseMeasure(measure))),
  }))
}

/** Sends a capture in half-second parts, as the page does. `delayMs` returns the delay of each part. */
async function send(
  session: Session,
  challenge: LivenessChallenge,
  capture: Capture,
  delayMs: (atMs: number) => number = () => 100,
): Promise<void> {
  const begunAt = world.clock.now()
  for (let from = 0; from < capture.length; from += 4) {
    const part = capture.slice(from, from + 4)
    const lastMs = part.at(-1)?.atMs ?? 0
    world.clock.advance(Math.max(0, begunAt + lastMs + delayMs(lastMs) - world.clock.now()))
    const receivedAt = world.clock.now()
    const frames = part.map((frame) => ({ ...frame, receivedAt }))
    await submitFrames(world, session, { challengeId: challenge.id, frames })
    if ((await stepOf(session)).name !== 'liveness') return
  }
}

async function finish(session: Session, challenge: LivenessChallenge): Promise<void> {
  for (let left = 1; left > 0; )
    left = (await finishLiveness(world, session, { challengeId: challenge.id })).left
}

test('passes a person who answers immediately', async () => {
  const session = await visit('ada@example.com')
  const challenge = await draw(session)
  if (!challenge) throw new Error('no challenge')
  world.clock.advance(1000)
  await send(session, challenge, captureOf(challenge))
  await finish(session, challenge)
  expect(await isPassed(session)).toBe(true)
})

test('limits a person to six challenges across pages and logins, then doubles the pauses', async () => {
  const drawMany = async (pages: number) => {
    let drawn = 0
    let until = 0
    for (let page = 0; page < pages; page++) {
      const session = await visit('mallory@example.com')
      for (let ask = 0; ask < 10; ask++) if (await draw(session)) drawn++
      const step = await stepOf(session)
      if (step.name === 'paused') until = step.until
    }
    return { drawn, pauseMs: until - world.clock.now() }
  }
  const first = await drawMany(2)
  expect(first.drawn).toBe(6)
  expect(first.pauseMs).toBeGreaterThan(10 * 60_000)
  world.clock.advance(first.pauseMs)
  const second = await drawMany(1)
  expect(second.drawn).toBe(6)
  expect(second.pauseMs).toBeGreaterThan(27 * 60_000)
  world.clock.advance(second.pauseMs)
  const third = await drawMany(1)
  expect(third.drawn).toBe(6)
  expect(third.pauseMs).toBeGreaterThan(57 * 60_000)
})

test('counts challenges that are requested concurrently', async () => {
  const session = await visit('eve@example.com')
  const drawn = await Promise.all(Array.from({ length: 12 }, () => draw(session)))
  expect(drawn.filter(Boolean).length).toBeLessThanOrEqual(6)
  expect(await draw(session)).toBeUndefined()
})

test('rejects a capture recorded after the challenge was known', async () => {
  const session = await visit('late@example.com')
  const challenge = await draw(session)
  if (!challenge) throw new Error('no challenge')
  world.clock.advance(100_000)
  await send(session, challenge, captureOf(challenge)).catch(() => undefined)
  await finish(session, challenge).catch(() => undefined)
  expect(await isPassed(session)).toBe(false)
})

test('rejects a capture that starts in time and is sent 30 seconds later', async () => {
  const session = await visit('later@example.com')
  const challenge = await draw(session)
  if (!challenge) throw new Error('no challenge')
  await send(session, challenge, captureOf(challenge), (atMs) => (atMs > 5000 ? 30_000 : 100))
  await finish(session, challenge).catch(() => undefined)
  expect(await isPassed(session)).toBe(false)
})

test('shows a separate screen for a slow connection and counts no attempt, but limits the number of challenges', async () => {
  const session = await visit('slow@example.com')
  let drawn = 0
  for (let ask = 0; ask < 10; ask++) {
    const challenge = await draw(session)
    if (!challenge) continue
    drawn++
    await send(session, challenge, captureOf(challenge), (atMs) => 200 + atMs)
    expect(await stepOf(session)).toMatchObject({
      name: 'failed',
      screen: 'slow-line',
      reason: 'face.slow-line',
      attemptsLeft: 3,
    })
    await retryJourney(world, session)
  }
  expect(drawn).toBe(6)
  expect(await stepOf(session)).toMatchObject({ name: 'paused', reason: 'face.too-many-challenges' })
})

test('grants at most one extra challenge a day to a client that delays its pictures while the service lags', async () => {
  const drawLate = async (email: string, lag: number) => {
    const session = await visit(email)
    let drawn = 0
    lagMs = lag
    for (let ask = 0; ask < 12; ask++) {
      const challenge = await draw(session)
      if (!challenge) continue
      drawn++
      // This delay is just over the limit for late pictures, so that half a second of lag explains it.
      world.clock.advance(1000)
      await send(session, challenge, captureOf(challenge), (atMs) => (atMs > 2000 ? 3050 : 0))
      expect(await stepOf(session)).toMatchObject({ reason: 'face.service-busy', attemptsLeft: 3 })
      await retryJourney(world, session)
    }
    lagMs = 0
    expect(await stepOf(session)).toMatchObject({ name: 'paused', reason: 'face.too-many-challenges' })
    return drawn
  }
  expect(await drawLate('short@example.com', 500)).toBe(6)
  expect(await drawLate('long@example.com', 5000)).toBe(7)
  world.clock.advance(20 * 60_000)
  // The client tries again on the same day.
  expect(await drawLate('long@example.com', 5000)).toBe(6)
})

test('rejects late pictures even while the service lags', async () => {
  const session = await visit('forger@example.com')
  const challenge = await draw(session)
  if (!challenge) throw new Error('no challenge')
  lagMs = 60_000
  await send(session, challenge, captureOf(challenge), (atMs) => (atMs > 5000 ? 30_000 : 100))
  lagMs = 0
  await finish(session, challenge).catch(() => undefined)
  expect(await isPassed(session)).toBe(false)
})

test('does not penalise the person if the service measures slowly', async () => {
  const session = await visit('patient@example.com')
  const challenge = await draw(session)
  if (!challenge) throw new Error('no challenge')
  let done = () => {}
  backlog = new Promise((resolve) => {
    done = resolve
  })
  world.clock.advance(1000)
  await send(session, challenge, captureOf(challenge))
  const looked = vi.spyOn(world.captures, 'isMeasuring')
  const finished = finish(session, challenge)
  world.clock.advance(100_000)
  await vi.waitFor(() => expect(looked).toHaveBeenCalled())
  backlog = undefined
  done()
  await finished
  expect(await isPassed(session)).toBe(true)
})

test('rejects pictures seen before, even in another person’s session', async () => {
  const [first, second] = [await visit('filmed@example.com'), await visit('replays@example.com')]
  const challenge = await draw(first)
  if (!challenge) throw new Error('no challenge')
  const capture = captureOf(challenge)
  world.clock.advance(1000)
  await send(first, challenge, capture)

  // The attacker's best case is that both challenges are equal.
  const again = await draw(second)
  if (!again) throw new Error('no challenge')
  await journeyTablesOf(world)
    .updateTable('liveness_capture')
    .set({ challenge: JSON.stringify({ ...challenge, id: again.id, expiresAt: world.clock.now() + 60_000 }) })
    .where('id', '=', again.id)
    .execute()
  world.clock.advance(1000)
  await send(second, again, capture)
  await finish(second, again).catch(() => undefined)
  expect(await isPassed(second)).toBe(false)
  expect(await stepOf(second)).toMatchObject({ name: 'failed', reason: 'face.seen-before' })
})

test('ends the capture early without counting an attempt if faces cannot be measured', async () => {
  const session = await visit('unlucky@example.com')
  const challenge = await draw(session)
  if (!challenge) throw new Error('no challenge')
  backlog = Promise.reject(new Error('no worker'))
  backlog.catch(() => undefined)
  await send(session, challenge, captureOf(challenge).slice(0, 8)).finally(() => {
    backlog = undefined
  })
  expect(await stepOf(session)).toMatchObject({
    name: 'failed',
    screen: 'faceprint-server',
    reason: 'faceprint.unavailable',
    attemptsLeft: 3,
  })
})

test('keeps picture hashes for a day, and challenge counts until a day after the pause', async () => {
  const db = journeyTablesOf(world)
  const kept = async () => {
    await tidyCaptures(world)
    const seen = await db.selectFrom('liveness_seen').select('at').execute()
    const draws = await db.selectFrom('liveness_draws').select('drawn').execute()
    return [seen.length > 0, draws.length > 0]
  }
  expect(await kept()).toEqual([true, true])
  world.clock.advance(24 * 3_600_000 + 1000)
  expect(await kept()).toEqual([false, true])
  world.clock.advance(24 * 3_600_000)
  expect(await kept()).toEqual([false, false])
})
