import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const refuse = (because: string) => new Error(because)
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Creates a queue whose tasks run until the test ends them by name. */
function open(limits: { seats: number; seatsOfOne?: number; queueLimit: number }) {
  const { seats, seatsOfOne = seats, queueLimit } = limits
  const queue = createFairQueue({ seats: () => seats, seatsOfOne: () => seatsOfOne, queueLimit, refuse })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    queue,
    started,
    add: (owner: string, name: string) =>
      queue.run(owner, () => {
        started.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      }),
    async end(name: string) {
      ends.get(name)?.()
      await turn()
    },
  }
}

test("alternates between owners and keeps each owner's tasks in order", async () => {
  const { add, end, started, queue } = open({ seats: 1, queueLimit: 20 })
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => add('a', name))
  all.push(add('b', 'b1'), add('b', 'b2'), add('c', 'c1'))
  for (const _ of all) {
    await turn()
    await end(started.at(-1) ?? '')
  }
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
  expect(queue.load()).toEqual({ running: 0, waiting: 0 })
})

test('limits the seats of one owner and immediately gives the remaining seats to later owners', async () => {
  const { add, end, started } = open({ seats: 3, seatsOfOne: 2, queueLimit: 20 })
  const all = ['a1', 'a2', 'a3'].map((name) => add('a', name))
  all.push(add('b', 'b1'))
  await turn()
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const name of ['a2', 'a3', 'b1']) await end(name)
  await Promise.all(all)
})

test('refuses more tasks from an owner who already fills half of the queue, and keeps places for other owners', async () => {
  const { add, end, started, queue } = open({ seats: 1, queueLimit: 8 })
  const accepted = Array.from({ length: 5 }, (_, index) => add('a', `a${index}`))
  await expect(add('a', 'a5')).rejects.toThrow('owner')
  accepted.push(add('b', 'b0'), add('b', 'b1'))
  await expect(add('b', 'b2')).rejects.toThrow('owner')
  accepted.push(add('c', 'c0'), add('d', 'd0'))
  expect(queue.load()).toEqual({ running: 1, waiting: 8 })
  await expect(add('e', 'e0')).rejects.toThrow('all')
  while (started.length < accepted.length) await end(started.at(-1) ?? '')
  await end(started.at(-1) ?? '')
  await Promise.all(accepted)
})

test('releases the seat of a task that fails', async () => {
  const { queue } = open({ seats: 1, queueLimit: 1 })
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run('a', async () => 'done')).toBe('done')
})
