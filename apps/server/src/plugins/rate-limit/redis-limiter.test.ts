import { createManualClock, silentLogger } from '@touchstone/common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitUntil } from '../../../../../test/support/processes.ts'
import { type RedisServer, startRedis } from '../../../../../test/support/redis-server.ts'
import { createMemoryLimiter } from './memory-limiter.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { createRedisLimiter } from './redis-limiter.ts'

// Calls that count as several, such as a batch, at two nodes that share Redis.

let redis: RedisServer
const nodes: RateLimiter[] = []
let keys = 0
beforeAll(async () => {
  redis = await startRedis()
  // If a node used its fallback, no call would be allowed.
  const fallback: RateLimiter = {
    ...createMemoryLimiter(createManualClock(0)),
    take: (windows) => windows.map(() => ({ allowed: false, remaining: -1, resetMs: -1 })),
  }
  for (let node = 0; node < 2; node++)
    nodes.push(await createRedisLimiter({ url: redis.url, logger: silentLogger, fallback }))
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await redis?.stop()
})

const take = async (node: number, key: string, calls: number, limit = 10) =>
  (await nodes[node]?.take([{ key, limit }], calls))?.[0]

/** Repeats a step that a busy machine could not finish within one window. */
async function withinWindow(step: (key: string) => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const began = performance.now()
    const failed = await step(`key ${++keys}`).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (failed === undefined) return
    if (performance.now() - began < 900 || attempt > 5) throw failed.error
  }
}

test('counts several calls at once or none of them, at all nodes together', async () => {
  await withinWindow(async (key) => {
    expect(await take(0, key, 4)).toMatchObject({ allowed: true, remaining: 6 })
    expect(await take(1, key, 5)).toMatchObject({ allowed: true, remaining: 1 })
    expect(await take(0, key, 2)).toMatchObject({ allowed: false, remaining: 1 })
    expect(await take(1, key, 1)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await take(0, key, 1)).toMatchObject({ allowed: false, remaining: 0 })
  })
})

test('never allows more calls than the limit, however they are grouped and distributed', async () => {
  await withinWindow(async (key) => {
    const sizes = Array.from({ length: 40 }, (_, index) => 1 + (index % 7))
    const decisions = await Promise.all(sizes.map((calls, index) => take(index % 2, key, calls, 30)))
    const allowed = sizes.filter((_, index) => decisions[index]?.allowed === true)
    const sum = allowed.reduce((total, calls) => total + calls, 0)
    expect(sum).toBeLessThanOrEqual(30)
    expect(sum, 'a call that fits is allowed').toBeGreaterThan(23)
    expect(await take(0, key, 31 - sum, 30)).toMatchObject({ allowed: false, remaining: 30 - sum })
  })
})

test('allows a group when enough earlier calls have left the window', async () => {
  const key = 'later'
  await take(0, key, 10)
  const refused = await take(1, key, 3)
  expect(refused).toMatchObject({ allowed: false })
  expect(refused?.resetMs).toBeGreaterThan(0)
  expect(refused?.resetMs).toBeLessThanOrEqual(1000)
  const isAllowed = async () => (await take(1, key, 10))?.allowed === true
  await waitUntil(isAllowed, 3000, 'the window to pass')
})

test('counts a group in all of its windows, or in none if one is full', async () => {
  await withinWindow(async (key) => {
    const both = (own: string, calls: number) =>
      nodes[0]?.take(
        [
          { key: `${key} ${own}`, limit: 10 },
          { key, limit: 12 },
        ],
        calls,
      )
    expect(await both('a', 8)).toMatchObject([
      { allowed: true, remaining: 2 },
      { allowed: true, remaining: 4 },
    ])
    expect(await both('b', 5)).toMatchObject([
      { allowed: true, remaining: 10 },
      { allowed: false, remaining: 4 },
    ])
    expect(await both('b', 4)).toMatchObject([
      { allowed: true, remaining: 6 },
      { allowed: true, remaining: 0 },
    ])
  })
})
