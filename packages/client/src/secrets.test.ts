import { inspect } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { redact } from './redact.ts'
import {
  commonError,
  gatewayError,
  type Reply,
  type Seen,
  silence,
  startService,
  stopServices,
} from './testing/start-service.ts'
import { apiKey, failureOf, testClient } from './testing/test-client.ts'

afterEach(stopServices)

const account = 'Someone.Private@example.com'
const input = { programNo: '202611150001', account, chainId: '137' }

/** Returns all text from an error that could appear in a log. */
function allOf(error: Error): string {
  const fields = Object.fromEntries(
    Object.getOwnPropertyNames(error).map((name) => [name, Reflect.get(error, name)]),
  )
  return [
    String(error),
    error.stack,
    JSON.stringify(error),
    JSON.stringify(fields),
    inspect(error, { depth: Infinity, showHidden: true }),
    inspect(error.cause, { depth: Infinity, showHidden: true }),
  ].join('\n')
}

function expectNoSecret(error: Error) {
  const text = allOf(error).toLowerCase()
  expect(text).not.toContain(apiKey)
  expect(text).not.toContain(account.toLowerCase())
  // Other fields of the same body must not appear either.
  expect(text).not.toMatch(/api_?key["']/)
}

/** Simulates the worst case: a service that repeats everything it receives. */
const parrot =
  (status: number, wrap: (text: string) => unknown): Reply =>
  (response, seen: Seen) => {
    const { account, userAccount } = seen.body === '' ? {} : JSON.parse(seen.body)
    const secret: string = account ?? userAccount ?? seen.headers.api_key
    const body = wrap(`cannot use ${seen.body} of ${secret.toLowerCase()}`)
    response
      .writeHead(status, { 'x-request-id': secret })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const gateway = (msg: string) => ({ code: 80000002, data: null, msg, timestamp: 1 })

describe('keeps secrets out of the error', () => {
  test.each<[string, Reply]>([
    ['a business error', gatewayError(81000014, 'application id and API key do not match')],
    ['a rate limit', commonError(429, 'rate limit exceeded')],
    ['a service that repeats the request', parrot(200, gateway)],
    ['a failing service that repeats the request', parrot(500, gateway)],
    ['an HTML page that repeats the request', parrot(400, (text) => `<html>${text}</html>`)],
    ['another envelope that repeats the request', parrot(200, (text) => ({ error: text }))],
    ['silence', silence],
    ['a cut line', (response) => response.destroy()],
    [
      'a response that is not HTTP',
      (response, seen) => response.socket?.end(`NOT HTTP ${seen.body}\r\n\r\n`),
    ],
  ])('in the case of %s', async (_, reply) => {
    const service = await startService(reply)
    const { client } = testClient({ baseUrl: service.url, timeoutMs: 100, retries: 1 })
    expectNoSecret(await failureOf(client.queryKycResult(input)))
    expectNoSecret(await failureOf(client.checkGrant({ userAccount: account })))
    expectNoSecret(await failureOf(client.getStatistics()))
  })

  test('when the connection is refused', async () => {
    const service = await startService(silence)
    await service.stop()
    const { client } = testClient({ baseUrl: service.url, retries: 0 })
    expectNoSecret(await failureOf(client.queryKycResult(input)))
  })

  test('when the call is aborted', async () => {
    const { client } = testClient({ baseUrl: 'http://127.0.0.1:9' })
    expectNoSecret(await failureOf(client.queryKycResult(input, { signal: AbortSignal.abort() })))
  })

  test('when a custom fetch attaches the request to its errors', async () => {
    const { client } = testClient({
      baseUrl: 'http://127.0.0.1:9',
      retries: 0,
      fetch: (url, init) => {
        const inner = Object.assign(new Error(`no route for ${String(init?.body)}`), {
          code: 'ENOROUTE',
          init,
        })
        throw Object.assign(new Error(`cannot reach ${String(url)}`, { cause: inner }), { init })
      },
    })
    const error = await failureOf(client.queryKycResult(input))
    expectNoSecret(error)
    expect(error.cause).toMatchObject({ cause: { code: 'ENOROUTE' } })
  })

  test('when a custom fetch throws a value that is not an error', async () => {
    const { client } = testClient({
      baseUrl: 'http://127.0.0.1:9',
      retries: 0,
      fetch: (_, init) => Promise.reject(init),
    })
    expectNoSecret(await failureOf(client.queryKycResult(input)))
  })
})

test('redacts only the private values in an error message', async () => {
  const service = await startService(
    gatewayError(80000002, `parameter error: account ${account} is not a wallet on 137`),
  )
  const { client } = testClient({ baseUrl: service.url })
  const error = await failureOf(client.queryKycResult(input))
  expect(error.message).toBe('parameter error: account [redacted] is not a wallet on 137')
})

describe('redact', () => {
  test('redacts regardless of case, and redacts the longer of two overlapping values', () => {
    expect(redact('of 0xABCDEF12 and 0xabcdef', ['0xabcdef', '0xabcdef12'])).toBe(
      'of [redacted] and [redacted]',
    )
  })

  test('takes values literally', () => {
    expect(redact('a.*b (x|y] axxb', ['a.*b', '(x|y]'])).toBe('[redacted] [redacted] axxb')
  })

  test('redacts a short value only as a whole word', () => {
    expect(redact('user 42 of 1423', ['42', ''])).toBe('user [redacted] of 1423')
  })

  test('returns one line of limited length', () => {
    expect(redact('first\r\n\tsecond\u2028third', [])).toBe('first second third')
    expect(redact('x'.repeat(10_000), []).length).toBe(300)
  })
})
