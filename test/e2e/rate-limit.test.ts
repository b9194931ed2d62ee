import { cpSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, ask } from '../support/ask.ts'
import { copyDemoToServer } from '../support/demo-database.ts'
import { freshDatabase } from '../support/engines.ts'
import { waitUntil } from '../support/processes.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/spawn.ts'
import { testAll } from '../support/test-all.ts'
import { demoTimeout } from '../support/timeouts.ts'

describe('one node', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ callsPerSecond: null })
  }, demoTimeout)
  afterAll(() => server.stop())

  test('rejects the eleventh call within a second in its surface’s envelope, without counting it', async () => {
    const { mchNo, apiKey, programNo } = server.demo
    const gateway = () =>
      ask(`${server.url}/zkseradmin/openapi/queryKycInfoByAddress`, {
        body: { mchNo, apiKey, programNo, account: 'x', chainId: '1' },
      })
    const answers = await burst(25, gateway)
    const allowed = answers.filter(({ http }) => http === 200)
    const refused = answers.filter(({ http }) => http === 429)
    expect([allowed.length, refused.length]).toEqual([10, 15])
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: 80000003, data: null, msg: 'rate limit exceeded' })
      expect(headers.get('retry-after')).toBe('1')
      expect(headers.get('ratelimit')).toBe('"standard";r=0;t=1')
      expect(headers.get('ratelimit-policy')).toBe('"standard";q=10;w=1')
    }
    const common = await ask(`${server.url}/kyc/v1/status?mch_no=${mchNo}&api_key=${apiKey}`)
    expect(common).toMatchObject({
      http: 429,
      body: { code: 429, message: 'rate limit exceeded', data: null },
    })
    await waitUntil(async () => (await gateway()).http === 200, 2000, 'the window to pass')
  })

  test('limits keyless calls to 20 per second for each client address and application', async () => {
    const check = (appId: string) =>
      ask(`${server.url}/api/grant/check_v2`, { body: { appId, userAccount: 'x' } })
    const answers = await burst(30, () => check('M-one'))
    expect(answers.filter(({ http }) => http === 429)).toHaveLength(10)
    expect(await check('M-two')).toMatchObject({ http: 200 })
  })

  test('limits a flood of failing calls, and sends the rate limit headers with every response', async () => {
    // Pipelines the calls on one connection, which is fast enough even on a busy machine.
    const answers = await pipelined(server.url, '/kyc/v1/status', 3000)
    const statuses = answers.map((answer) => answer.slice(9, 12))
    expect(statuses.slice(0, 500)).toEqual(Array.from({ length: 500 }, () => '400'))
    expect(statuses).toContain('429')
    for (const answer of answers) expect(answer).toContain('ratelimit-policy: "unidentified";q=500;w=1')
  })
})

/**
 * Sends concurrent calls within one window of the rate limit. If a busy machine takes longer than a window,
 * the counts are meaningless, so the calls are repeated in the next window.
 */
async function burst(count: number, call: (index: number) => Promise<Answer>): Promise<Answer[]> {
  for (;;) {
    const began = performance.now()
    const answers = await Promise.all(Array.from({ length: count }, (_, index) => call(index)))
    const ended = performance.now()
    if (ended - began < 900) return answers
    await waitUntil(() => performance.now() - ended > 1500, 5000, 'the window to pass')
  }
}

function pipelined(url: string, path: string, count: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received.split(/(?=HTTP\/1\.1 )/)))
    const request = (last: boolean) =>
      `GET ${path} HTTP/1.1\r\nhost: x\r\n${last ? 'connection: close\r\n' : ''}\r\n`
    socket.write(request(false).repeat(count - 1) + request(true))
  })
}

describe('two nodes that share Redis', () => {
  let redis: RedisServer
  const folders = [temporaryFolder(), temporaryFolder()] as const
  const nodes: TestServer[] = []
  beforeAll(async () => {
    redis = await startRedis()
    const env = {
      REDIS_URL: redis.url,
      // Filling a ledger takes half a minute and uses the same lock as the creation of the demo users.
      ...(testAll
        ? { TOUCHSTONE_SECRET: 'the-same-secret-on-every-node-of-this-test' }
        : { LEDGER_URL: 'off' }),
    }
    // Starts both nodes concurrently. With `npm test -- --all`, this also tests concurrent migrations and the
    // creation of the demo.
    nodes.push(...(await Promise.all(await (testAll ? fromNothing(env) : fromDemo(env)))))
  }, demoTimeout)
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await redis.stop()
    for (const folder of folders) folder.remove()
  })

  async function fromNothing(env: Record<string, string>): Promise<Promise<TestServer>[]> {
    const options = { env, emptyDatabase: await freshDatabase(), callsPerSecond: null }
    return [startTestServer(options), startTestServer(options)]
  }

  /** To start faster, both nodes share a database that already contains the demo merchant and users. */
  async function fromDemo(env: Record<string, string>): Promise<Promise<TestServer>[]> {
    const [first, second] = folders
    const shared = { ...env, DATABASE_URL: await copyDemoToServer(first.path) }
    cpSync(first.path, second.path, { recursive: true })
    return folders.map(({ path: dataFolder }) =>
      startTestServer({ dataFolder, env: shared, callsPerSecond: null }),
    )
  }

  const call = (node: TestServer | undefined, demo: TestServer['demo']) =>
    ask(`${node?.url}/zkseradmin/openapi/queryKycInfoByAddress`, {
      body: { mchNo: demo.mchNo, apiKey: demo.apiKey, programNo: demo.programNo, account: 'x', chainId: '1' },
    })

  test('have the same demo merchant', () => {
    expect(nodes[0]?.demo.mchNo).toBe(nodes[1]?.demo.mchNo)
    expect(nodes[0]?.demo.programNo).toBe(nodes[1]?.demo.programNo)
  })

  test('accept ten calls per second in total, regardless of how the calls are distributed over the nodes', async () => {
    const demo = nodes[0]?.demo
    if (!demo) throw new Error('no node')
    const answers = await burst(40, (index) => call(nodes[index % 2], demo))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(10)
    expect(answers.filter(({ http }) => http === 429)).toHaveLength(30)
  })

  test('count keyless calls per application and per network, across both nodes', async () => {
    const check = (index: number, appId: string) =>
      ask(`${nodes[index % 2]?.url}/api/grant/check_v2`, { body: { appId, userAccount: 'x' } })
    const one = await burst(30, (index) => check(index, 'M-one'))
    expect(one.filter(({ http }) => http === 200)).toHaveLength(20)
    await waitUntil(async () => (await check(0, 'M-one')).http === 200, 3000, 'the window to pass')
    const many = await burst(90, (index) => check(index, `M-${index}`))
    expect(many.filter(({ http }) => http === 200).length).toBeLessThanOrEqual(60)
    expect(many.filter(({ http }) => http === 429).length).toBeGreaterThanOrEqual(30)
  })

  test("accept each other's keys, and apply separate rate limits while Redis is unavailable", async () => {
    const demo = nodes[0]?.demo
    if (!demo) throw new Error('no node')
    await waitUntil(async () => (await call(nodes[1], demo)).http === 200, 3000, 'the window to pass')
    await redis.stop()
    await waitUntil(
      async () => (await ask(`${nodes[0]?.url}/health/ready`)).body.limits === 'not shared',
      5000,
      'the Redis outage to be reported',
    )
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => call(nodes[index % 2], demo)))
    expect(answers.filter(({ http }) => http === 200).length).toBeGreaterThanOrEqual(10)
    expect(answers.filter(({ http }) => http === 200).length).toBeLessThanOrEqual(20)
    expect(answers.filter(({ http }) => http >= 500)).toEqual([])
    redis = await startRedis(redis.port)
    await waitUntil(
      async () => (await ask(`${nodes[0]?.url}/health/ready`)).body.limits === 'ok',
      10_000,
      'Redis to be available again',
    )
  })
})
