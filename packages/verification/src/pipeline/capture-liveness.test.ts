import type { FaceChecker, Gallery } from '@touchstone/biometrics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreshStore } from '../../../../test/support/engines.ts'
import { createCaptureQueue } from '../capture/capture-queue.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { createWalks, type Walks } from '../testing/walks.ts'
import { startLiveness, submitFrames } from './capture-liveness.ts'
import { retryJourney } from './retry-journey.ts'

const database = await openFreshStore()
let world: SessionWorld
let walks: Walks
let seats = 1
let lagMs = 0

beforeAll(async () => {
  const captures = createCaptureQueue({ clock: { now: () => world.clock.now() }, seats: () => seats })
  world = await createSessionWorld(database, {
    captures,
    lag: { during: () => lagMs },
    checkers: { faces: async () => ({}) as FaceChecker, gallery: async () => ({}) as Gallery },
  })
  walks = createWalks(world)
})
afterAll(() => database.close())

const program = { kind: 'MeID' as const, checks: [] }

test('shows the queue position and the expected waiting time until a seat is free', async () => {
  const [first, second] = [
    await walks.visit('first@example.com', program, { lv: 2 }),
    await walks.visit('second@example.com', program, { lv: 2 }),
  ]
  expect(await startLiveness(world, first)).toMatchObject({ challenge: { id: expect.any(String) } })
  expect(await startLiveness(world, second)).toEqual({ ahead: 1, waitSeconds: 30 })
  seats = 2
  expect(await startLiveness(world, second)).toMatchObject({ challenge: { id: expect.any(String) } })
  world.captures.leave(second.journeyId)
  world.captures.leave(first.journeyId)
})

test('blames the service, does not count the try and keeps the seat if the process lagged', async () => {
  seats = 1
  const session = await walks.visit('delayed@example.com', program, { lv: 2 })
  const other = await walks.visit('other@example.com', program, { lv: 2 })
  const lateAfter = async (lag: number) => {
    const turn = await startLiveness(world, session)
    if (!('challenge' in turn)) throw new Error('no seat')
    const receivedAt = world.clock.now() + 10_000
    lagMs = lag
    const frames = [{ atMs: 0, bytes: new Uint8Array([1]), receivedAt }]
    await submitFrames(world, session, { challengeId: turn.challenge.id, frames })
    return await walks.stepOf(session)
  }
  const busy = { name: 'failed', reason: 'face.service-busy', retry: 'step', attemptsLeft: 3 }
  expect(await lateAfter(2000)).toMatchObject({ ...busy, screen: 'faceprint-server' })
  world.clock.advance(50_000)
  expect(await startLiveness(world, other)).toMatchObject({ ahead: 1 })
  await retryJourney(world, session)
  // The first frame arrived two seconds after the limit.
  expect(await lateAfter(1999)).toMatchObject({ reason: 'face.slow-line', attemptsLeft: 3 })
  expect(await startLiveness(world, other)).toMatchObject({ challenge: {} })
})
