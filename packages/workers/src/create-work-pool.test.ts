import { OperatorError, UserError } from '@touchstone/common'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { createWorkPool, type WorkPool, type WorkPoolOptions } from './create-work-pool.ts'
import { workerFile } from './worker-file.ts'

let pool: WorkPool | undefined
afterEach(() => pool?.close())

const file = workerFile(import.meta.url, './testing/try-worker.ts')
const open = (options: Partial<WorkPoolOptions> = {}) => {
  pool = createWorkPool({ file, workers: 1, queueLimit: 2, timeLimitMs: 60_000, ...options })
  return pool
}

/** Creates a gate that a task can wait for. */
function gate() {
  const state = new Int32Array(new SharedArrayBuffer(4))
  const open = () => {
    Atomics.store(state, 0, 1)
    Atomics.notify(state, 0)
  }
  return { state, open }
}

test('runs a task in a worker and returns its result', async () => {
  expect(await open().run('double', 21)).toBe(42)
})

test("passes the pool's configuration to its workers", async () => {
  expect(await open({ given: { folder: 'models' } }).run('given', null)).toEqual({ folder: 'models' })
})

test('moves a transferred buffer to the worker', async () => {
  const bytes = new Uint8Array([1, 2, 3])
  expect(await open().run('sum', bytes, { transfer: [bytes.buffer] })).toBe(6)
  expect(bytes.byteLength).toBe(0)
})

test('ends idle workers after the idle time, and starts a new worker for the next task', async () => {
  const brief = open({ idleMs: 5 })
  const first = await brief.run('thread', null)
  await eventually(() => brief.run('thread', null)).not.toBe(first)
})

test('immediately rejects tasks beyond the queue limit, and completes all waiting tasks', async () => {
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

test('stops a task at its time limit and runs later tasks', async () => {
  // The time limit is long enough to start a thread on a busy machine.
  const limited = open({ timeLimitMs: 5000 })
  await expect(limited.run('spin', null)).rejects.toMatchObject({ code: 'work.too-long' })
  expect(await limited.run('double', 4)).toBe(8)
})

test('stops a task that uses too much memory and runs later tasks', async () => {
  const limited = open({ heapLimitMb: 40 })
  await expect(limited.run('hoard', null)).rejects.toMatchObject({ code: 'work.too-much-memory' })
  expect(await limited.run('double', 5)).toBe(10)
})

test("preserves a user error's type, code and texts", async () => {
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

test("preserves an operator error's type", async () => {
  const reported = await open()
    .run('failForOperator', null)
    .catch((error: unknown) => error)
  expect(reported).toBeInstanceOf(OperatorError)
  expect(reported).toMatchObject({ code: 'try.key', line: 'The key is missing. Restore it.' })
})

test('does not report an internal error as a user error', async () => {
  const failing = open()
  await expect(failing.run('fail', null)).rejects.toThrow(TypeError)
  await expect(failing.run('nothing', null)).rejects.toThrow('no task "nothing"')
  await expect(failing.run('exit', null)).rejects.not.toBeInstanceOf(UserError)
  expect(await failing.run('double', 6)).toBe(12)
})

test("immediately rejects the pending task if the worker can't start", async () => {
  const absent = open({ file: new URL('./absent.js', import.meta.url), timeLimitMs: 170_000 })
  await expect(absent.run('double', 1)).rejects.toThrow('a worker thread failed')
})

test('rejects running, waiting and new tasks after it is closed', async () => {
  const closing = open()
  const { state } = gate()
  const left = [closing.run('hold', state), closing.run('double', 1)].map((each) =>
    each.catch((error: unknown) => error),
  )
  await closing.close()
  for (const refused of await Promise.all(left)) expect(refused).toMatchObject({ code: 'work.busy' })
  await expect(closing.run('double', 1)).rejects.toMatchObject({ code: 'work.busy' })
})
