import { createClient } from '@touchstone/client'
import { maxBatchBytes } from '@touchstone/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { waitUntil } from '../support/processes.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { demoTimeout } from '../support/timeouts.ts'

let server: TestServer
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  server = await startTestServer({ callsPerSecond: 20 })
  client = createClient({ ...server.demo, retries: 0 })
}, demoTimeout)
afterAll(() => server.stop())

const path = '/zkseradmin/openapi/kyt/v1/risk/batch'
const post = (body: object, to = path) =>
  ask(`${server.url}${to}`, { body: { mchNo: server.demo.mchNo, apiKey: server.demo.apiKey, ...body } })
const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    coin: 'ETH',
    address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
  }))
/** Waits until no calls are counted in the key's window. */
const emptyWindow = () => new Promise((resolve) => setTimeout(resolve, 1100))

test('counts a batch as one call per address, and counts nothing if too few calls are left', async () => {
  await emptyWindow()
  const full = await post({ items: itemsOf(20) })
  expect(full).toMatchObject({
    http: 200,
    body: { data: { batch_id: '', state: 'done', total: 20, done: 20 } },
  })
  expect(full.headers.get('ratelimit')).toMatch(/^"[a-z]+";r=0;t=1$/)
  await emptyWindow()
  expect((await post({ items: itemsOf(15) })).headers.get('ratelimit')).toMatch(/;r=5;/)
  const refused = await post({ items: itemsOf(6) })
  // On a busy machine, the window may have passed.
  if (refused.http !== 200) {
    expect(refused).toMatchObject({ http: 429, body: { code: 429, message: 'rate limit exceeded' } })
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('ratelimit')).toMatch(/;r=5;/)
  }
})

test('runs a larger batch as a job with the same results, and repeats neither the job nor its results', async () => {
  await emptyWindow()
  const [thief] = server.demo.addresses.filter(({ what }) => what.startsWith('Thief'))
  const known = { coin: thief?.coin ?? '', address: thief?.address ?? '' }
  const items = [known, { coin: 'ETH', address: 'nonsense\u0000' }, ...itemsOf(28)]
  const started = await client.scoreBatch({ items, request_id: 'list-1' })
  expect(started).toMatchObject({ state: 'running', total: 30, result_list: [] })
  expect(await client.scoreBatch({ items, request_id: 'list-1' })).toMatchObject({
    batch_id: started.batch_id,
  })
  const { batch_id } = started
  await waitUntil(
    async () => {
      const got = await post({ batch_id }, `${path}/get`)
      return (got.body.data as { state?: string } | null)?.state === 'done'
    },
    20_000,
    'the job to finish',
  )
  await emptyWindow()
  const { result_list, ...progress } = await client.getRiskBatch({ batch_id })
  expect(progress).toEqual({ batch_id, state: 'done', total: 30, done: 30 })
  expect(result_list.map(({ coin, address }) => ({ coin, address }))).toEqual(items)
  expect(result_list[0]?.risk).toEqual(await client.getRiskScore(known))
  expect(result_list[1]).toMatchObject({ risk: null, error: { code: 400, message: 'invalid address' } })
  await expect(
    client.getRiskBatch({ batch_id: '00000000-0000-0000-0000-000000000000' }),
  ).rejects.toMatchObject({ code: 404 })
})

test('accepts larger bodies on this path only, within a limit', async () => {
  await emptyWindow()
  const items = Array.from({ length: 1000 }, () => ({ coin: 'C'.repeat(64), address: 'a'.repeat(256) }))
  expect(await post({ items, async: true })).toMatchObject({ http: 200, body: { data: { total: 1000 } } })
  expect(await post({ items: [...items, items[0]] })).toMatchObject({ http: 400 })
  expect(await post({ items: [] })).toMatchObject({ http: 400 })
  expect(await post({ items: itemsOf(1), more: 'x'.repeat(maxBatchBytes) })).toMatchObject({ http: 413 })
  expect(await post({ items: itemsOf(1), more: 'x'.repeat(70_000) }, `${path}/get`)).toMatchObject({
    http: 413,
  })
})
