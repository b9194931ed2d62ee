import { afterEach, describe, expect, test } from 'vitest'
import { sleep } from './client-options.ts'
import { createClient } from './create-client.ts'
import {
  commonAnswer,
  commonError,
  cutOff,
  gatewayAnswer,
  gatewayError,
  type Reply,
  silence,
  startService,
  stopServices,
} from './testing/start-service.ts'
import { failureOf, testClient } from './testing/test-client.ts'

afterEach(stopServices)

const status = { support_api: ['status'], support_coin: ['ETH'] }
const passing: [string, Reply][] = [
  ['429', commonError(429, 'rate limit exceeded')],
  ['500', commonError(500, 'system error')],
  ['503', commonError(503, 'not ready')],
  ['504 with a code outside the catalogue', commonError(504, 'no backend behind the proxy')],
  ['a 502 response with an HTML page', { status: 502, body: '<html>bad gateway</html>' }],
  ['an empty 504 response', { status: 504, body: '' }],
  ['a refused connection', (response) => response.destroy()],
  ['a connection closed in the middle of the response', cutOff],
]

test.each(passing)('repeats the request after %s', async (_, reply) => {
  const service = await startService(reply, commonAnswer(status))
  const { client, waits } = testClient({ baseUrl: service.url })
  expect(await client.getKytStatus()).toEqual(status)
  expect(service.seen.length).toBe(2)
  expect(service.seen[1]?.body).toBe(service.seen[0]?.body)
  expect(waits).toEqual([199])
})

test('repeats the request after a transient error in the gateway envelope', async () => {
  const service = await startService(
    gatewayError(80000003, 'rate limit exceeded', 429),
    gatewayError(80000001, 'system error', 500),
    gatewayError(80000004, 'not ready', 503),
    gatewayAnswer({ accessToken: 'token' }),
  )
  const { client } = testClient({ baseUrl: service.url })
  expect(await client.getAccessToken({ apiModePermission: 1 })).toEqual({ accessToken: 'token' })
})

test.each(passing)('reports the last error if every attempt ends with %s', async (_, reply) => {
  const service = await startService(reply)
  const { client, waits } = testClient({ baseUrl: service.url })
  const error = await failureOf(client.getKytStatus())
  expect(error.retryable).toBe(true)
  expect(error.requestId).toBe(error.status === undefined ? undefined : 'r-4')
  expect(service.seen.length).toBe(4)
  expect(waits).toEqual([199, 399, 799])
})

test('limits waits to the maximum and lets full jitter reduce them to zero', async () => {
  const service = await startService(commonError(503, 'not ready'))
  const longest = testClient({ baseUrl: service.url, retries: 7 })
  await failureOf(longest.client.getKytStatus())
  expect(longest.waits).toEqual([199, 399, 799, 1598, 3196, 4995, 4995])
  const shortest = testClient({ baseUrl: service.url, retries: 7, random: () => 0 })
  await failureOf(shortest.client.getKytStatus())
  expect(shortest.waits).toEqual([0, 0, 0, 0, 0, 0, 0])
})

test('does not retry if the number of retries is 0', async () => {
  const service = await startService(commonError(503, 'not ready'))
  const { client } = testClient({ baseUrl: service.url, retries: 0 })
  expect((await failureOf(client.getKytStatus())).kind).toBe('notReady')
  expect(service.seen.length).toBe(1)
})

describe('Retry-After', () => {
  test('waits as long as the service requests, plus jitter', async () => {
    const service = await startService(
      commonError(429, 'rate limit exceeded', { 'retry-after': '2' }),
      commonAnswer(status),
    )
    const { client, waits } = testClient({ baseUrl: service.url })
    expect(await client.getKytStatus()).toEqual(status)
    expect(waits).toEqual([2199])
  })

  test('fails immediately if the requested wait exceeds the timeout of the call', async () => {
    const service = await startService(commonError(429, 'rate limit exceeded', { 'retry-after': '3600' }))
    const { client, waits } = testClient({ baseUrl: service.url })
    expect(await failureOf(client.getKytStatus())).toMatchObject({
      kind: 'rateLimit',
      retryable: true,
      retryAfterSeconds: 3600,
    })
    expect([service.seen.length, waits]).toEqual([1, []])
  })

  test('ignores a value that is not a number of seconds', async () => {
    const date = 'Sat, 15 Nov 2036 00:00:00 GMT'
    const service = await startService(
      commonError(503, 'not ready', { 'retry-after': date }),
      commonAnswer(status),
    )
    const { client, waits } = testClient({ baseUrl: service.url })
    await client.getKytStatus()
    expect(waits).toEqual([199])
  })
})

describe('time', () => {
  test('ends an attempt that gets no response within its timeout, and retries it', async () => {
    const service = await startService(silence, commonAnswer(status))
    const { client, waits } = testClient({ baseUrl: service.url, timeoutMs: 300 })
    expect(await client.getKytStatus()).toEqual(status)
    expect(waits[0]).toBe(199)
  })

  test('applies the timeout to the response body as well', async () => {
    const service = await startService((response) => {
      response.writeHead(200)
      response.write('{"code":')
    })
    const { client, waits } = testClient({ baseUrl: service.url, timeoutMs: 100, retries: 1 })
    const error = await failureOf(client.getKytStatus())
    expect(error).toMatchObject({
      failure: 'timeout',
      message: 'no response within 100 ms',
      retryable: true,
      cause: { name: 'TimeoutError' },
    })
    expect([error.status, error.requestId]).toEqual([undefined, undefined])
    expect(waits).toEqual([199])
  })

  test('ends the whole call at the call timeout, regardless of the remaining retries', async () => {
    const service = await startService(silence)
    const { client } = testClient({
      baseUrl: service.url,
      timeoutMs: 200,
      totalTimeoutMs: 300,
      retries: 1000,
      random: () => 0,
    })
    const begun = performance.now()
    expect((await failureOf(client.getKytStatus())).failure).toBe('timeout')
    expect(performance.now() - begun).toBeLessThan(2_000)
    expect(service.seen.length).toBeLessThan(10)
  })

  test('reports an unreachable address as a network error with its cause', async () => {
    const service = await startService(silence)
    await service.stop()
    const { client, waits } = testClient({ baseUrl: service.url })
    expect(await failureOf(client.getKytStatus())).toMatchObject({
      failure: 'network',
      message: 'the connection to the service failed',
      retryable: true,
      cause: { message: 'fetch failed', cause: { code: 'ECONNREFUSED' } },
    })
    expect(waits.length).toBe(3)
  })
})

describe("the caller's signal", () => {
  test('ends a running call immediately without a retry', async () => {
    const controller = new AbortController()
    const service = await startService(() => controller.abort(new Error('the user left')))
    const { client, waits } = testClient({ baseUrl: service.url })
    const error = await failureOf(client.getKytStatus({}, { signal: controller.signal }))
    expect(error).toMatchObject({
      failure: 'aborted',
      retryable: false,
      cause: { message: 'the user left' },
    })
    expect([service.seen.length, waits]).toEqual([1, []])
  })

  test('ends the wait for the next attempt', async () => {
    const controller = new AbortController()
    const service = await startService(commonError(429, 'rate limit exceeded', { 'retry-after': '30' }))
    const { client } = testClient({
      baseUrl: service.url,
      sleep: (milliseconds, signal) => {
        setTimeout(() => controller.abort(), 20)
        return sleep(milliseconds, signal)
      },
    })
    const begun = performance.now()
    const error = await failureOf(client.call('getKytStatus', {}, { signal: controller.signal }))
    expect(error.failure).toBe('aborted')
    expect(performance.now() - begun).toBeLessThan(5_000)
    expect(service.seen.length).toBe(1)
  })

  test('sends nothing if the signal is already aborted', async () => {
    const service = await startService(commonAnswer(status))
    const { client } = testClient({ baseUrl: service.url })
    const error = await failureOf(client.getKytStatus({}, { signal: AbortSignal.abort() }))
    expect([error.failure, service.seen.length]).toEqual(['aborted', 0])
  })
})

test('really waits between attempts by default', async () => {
  const service = await startService(commonError(503, 'not ready'), commonAnswer(status))
  const client = createClient({ baseUrl: service.url, mchNo: 'M1', apiKey: 'k', random: () => 0.25 })
  const begun = performance.now()
  expect(await client.getKytStatus()).toEqual(status)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(45)
})
