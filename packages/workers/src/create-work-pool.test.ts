import { OperatorError, UserError } from '@touchstone/common'
import { afterEach, expect, test } from 'vitest'
import { createWorkPool, type WorkPool, type WorkPoolOptions } from './create-work-pool.ts'
import { workerFile } from './worker-file.ts'

let pool: WorkPool | undefined
afterEach(() => pool?.close())

const file = workerFile(import.meta.url, './testing/try-worker.ts')
const open = (options: Partial<WorkPoolOptions> = {}) => {
  pool = createWorkPool({ file, workers: 1, queueLimit: 2, timeLimitMs: 60_000, ...options })
  return pool
}

/** A task that stays until it is let go. */
function gate() {
  const state = new Int32Array(new SharedArrayBuffer(4))
  const open = () => {
    Atomics.store(state, 0, 1)
    Atomics.notify(state, 0)
  }
  return { state, open }
}

test('a task runs in its worker and its answer comes back', async () => {
  expect(await open().run('double', 21)).toBe(42)
})

test('what the pool was given is found by its workers', async () => {
  expect(await open({ given: { folder: 'models' } }).run('given', null)).toEqual({ folder: 'models' })
})

test('a transferred buffer is the worker’s from then on', async () => {
  const bytes = new Uint8Array([1, 2, 3])
  expect(await open().run('sum', bytes, { transfer: [bytes.buffer] })).toBe(6)
  expect(bytes.byteLength).toBe(0)
})

test('past the queue limit the answer is "busy" at once, and nothing that waits is lost', async () => {
  const busy = open()
  const { state, open: letGo } = gate()
  const held = busy.run('hold', state)
  const waiting = [busy.run('double', 1), busy.run('double', 2)]
  expect(busy.load()).toEqual({ waiting: 2, running: 1 })
  await expect(busy.run('double', 3)).rejects.toMatchObject({ code: 'work.busy', retryable: true })
  letGo()
  await held
  expect(await Promise.all(waiting)).toEqual([2, 4])
  expect(busy.load()).toEqual({ waiting: 0, running: 0 })
})

test('a task that takes too long is ended, and the pool goes on', async () => {
  // Long enough for a busy machine to start a thread within it.
  const limited = open({ timeLimitMs: 5000 })
  await expect(limited.run('spin', null)).rejects.toMatchObject({ code: 'work.too-long' })
  expect(await limited.run('double', 4)).toBe(8)
})

test('a task that takes too much memory is ended, and the pool goes on', async () => {
  const limited = open({ heapLimitMb: 40 })
  await expect(limited.run('hoard', null)).rejects.toMatchObject({ code: 'work.too-much-memory' })
  expect(await limited.run('double', 5)).toBe(10)
})

test('a refusal keeps its code, its sentences and its kind', async () => {
  const refused = await open()
    .run('refuse', null)
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(UserError)
  expect(refused).toMatchObject({
    code: 'try.refused',
    line: 'This was refused. Send something else.',
    retryable: true,
  })
})

test('what an operator must mend is told as such', async () => {
  const told = await open()
    .run('needMending', null)
    .catch((error: unknown) => error)
  expect(told).toBeInstanceOf(OperatorError)
  expect(told).toMatchObject({ code: 'try.key', line: 'The key is gone. Put it back.' })
})

test('a fault of the program is not told as a refusal', async () => {
  const failing = open()
  await expect(failing.run('fail', null)).rejects.toThrow(TypeError)
  await expect(failing.run('nothing', null)).rejects.toThrow('no task "nothing"')
  await expect(failing.run('exit', null)).rejects.not.toBeInstanceOf(UserError)
  expect(await failing.run('double', 6)).toBe(12)
})

test('a worker that can’t start fails what was asked of it, not later', async () => {
  const absent = open({ file: new URL('./absent.js', import.meta.url), timeLimitMs: 170_000 })
  await expect(absent.run('double', 1)).rejects.toThrow('a worker broke down')
})

test('a closed pool refuses what still ran, what waited and what comes', async () => {
  const closing = open()
  const { state } = gate()
  const left = [closing.run('hold', state), closing.run('double', 1)].map((each) =>
    each.catch((error: unknown) => error),
  )
  await closing.close()
  for (const refused of await Promise.all(left)) expect(refused).toMatchObject({ code: 'work.busy' })
  await expect(closing.run('double', 1)).rejects.toMatchObject({ code: 'work.busy' })
})
