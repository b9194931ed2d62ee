import type { FrameMeasure } from '@touchstone/biometrics'
import { silentLogger as logger, UserError } from '@touchstone/common'
import { createWorkKey, type Database, migrate, startWorkProcess, workMigrations } from '@touchstone/storage'
import type { FaceMeasurer } from '@touchstone/verification'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreshStore } from '../../../../test/support/engines.ts'
import { openWorkQueue, type WorkQueue } from './open-work-queue.ts'
import { workLanes } from './work-tasks.ts'

const workerKey = 'a key that a service and its workers share'
const version = { checker: 'faces-x' } as unknown as Awaited<
  ReturnType<FaceMeasurer['measureFrames']>
>['version']
const measure = {
  ...{ width: 4, height: 3, faces: 1, digest: 'of the pixels' },
  face: { skin: [1, 2, 3], embedding: new Float32Array([0.25, -0.5]) },
} as unknown as FrameMeasure

const followed = {
  faces: [{ box: { x: 1, y: 2, width: 3, height: 4 }, boxScore: 1, meshScore: 1, points: [] }],
  drawn: { search: 7 },
}

let database: Database
let queue: WorkQueue
const received: unknown[] = []

beforeAll(async () => {
  database = await openFreshStore()
  await migrate({ database, migrations: workMigrations })
  const queueLimits = { faces: 10, documents: 10 }
  queue = openWorkQueue({ database, workerKey, logger, queueLimits, timeLimitMs: 60_000 })
})
afterAll(async () => {
  await queue.close()
  await database.close()
})

const startWorker = () =>
  startWorkProcess({
    ...{ database, key: createWorkKey(workerKey), name: 'one', version: '1', logger },
    lanes: workLanes(
      {
        faces: {
          async measureFrames(input) {
            received.push(input)
            // A wrong time, which the service must ignore.
            return {
              measures: input.frames.slice(input.startIndex).map(() => ({ ...measure, atMs: 77 })),
              version,
              followed,
              copies: (input.copyAt ?? []).map((index) => new Uint8Array([index, 8])),
            }
          },
          async measurePicture(input) {
            received.push(input)
            return { ...measure, version }
          },
        },
        documents: {
          async read(input) {
            received.push(input)
            return { status: 'accepted', sides: [{ picture: new Uint8Array([9]) }] } as never
          },
          async readAddressProof() {
            throw new UserError({ code: 'pdf.broken', message: 'Broken.', remedy: 'Send another.' })
          },
        },
      },
      { faces: 3, documents: 1 },
    ),
  })

test('offers no checkers while no worker is running', async () => {
  await expect(queue.faces('M1')).rejects.toMatchObject({ code: 'worker.none' })
  await expect(queue.documents('M1')).rejects.toMatchObject({ code: 'work.busy', retryable: true })
  expect(queue.faceThreads()).toBe(1)
})

test("passes pictures to a worker and the worker's results back to the service", async () => {
  const worker = await startWorker()
  // For up to a second, the queue can return the cached answer that no worker is running.
  await expect
    .poll(async () => (await queue.faces('M1').catch(() => undefined)) !== undefined, { timeout: 60_000 })
    .toBe(true)
  const [faces, documents] = [await queue.faces('M1'), await queue.documents('M1')]
  expect(queue.faceThreads()).toBe(3)
  const frames = [1, 2].map((atMs) => ({ atMs, bytes: new Uint8Array([atMs, 255]) }))
  const part = { frames, startIndex: 0, afterMs: 5, followed, copyAt: [1] }
  expect(await faces.measureFrames(part)).toEqual({
    ...{ version, measures: [1, 2].map((atMs) => ({ ...measure, atMs })), followed },
    copies: [new Uint8Array([1, 8])],
  })
  expect(received.at(-1)).toEqual(part)
  await expect(faces.measureFrames({ frames, startIndex: 1 })).rejects.toThrow('a different number of frames')
  const picture = new Uint8Array([7])
  expect(await faces.measurePicture({ picture })).toEqual({ ...measure, version })
  const reading = await documents.read({ pictures: [picture], today: '2026-11-15' })
  expect(received.at(-1)).toEqual({ pictures: [picture], today: '2026-11-15' })
  expect(reading.sides[0]?.picture).toEqual(new Uint8Array([9]))
  const refused = documents.readAddressProof({ file: picture, today: '2026-11-15' })
  await expect(refused).rejects.toMatchObject({ code: 'pdf.broken' })
  expect(await queue.show()).toMatchObject({
    workers: [{ name: 'one', isAlive: true, hasKey: true }],
    lanes: [],
  })
  await worker.stop()
})
