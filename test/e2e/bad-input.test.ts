import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { demoTimeout } from '../support/timeouts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, demoTimeout)
afterAll(() => server.stop())

const gateway = '/zkseradmin/openapi'
const parameterError = (msg: string) => ({
  http: 200,
  body: { code: 80000002, data: null, msg: `parameter error: ${msg}` },
})

describe('admin gateway operation', () => {
  const path = () => `${server.url}${gateway}/kyc/getUsersList`
  const good = () => ({
    mchNo: server.demo.mchNo,
    apiKey: server.demo.apiKey,
    programNo: server.demo.programNo,
    page: 1,
  })

  test.each<[string, object, string]>([
    ['page 0', { page: 0 }, 'page must be at least 1'],
    ['page -1', { page: -1 }, 'page must be at least 1'],
    ['page as text', { page: '1' }, 'page must be a whole number'],
    ['half a page', { page: 1.5 }, 'page must be a whole number'],
    ['page out of range', { page: 1e300 }, 'page must be at most 2147483647'],
    ['page null', { page: null }, 'page must be a whole number'],
    ['no page', { page: undefined }, 'page is required'],
    ['mchNo a number', { mchNo: 5 }, 'mchNo must be a string'],
    ['apiKey an object', { apiKey: {} }, 'apiKey must be a string'],
    ['programNo a list', { programNo: [] }, 'programNo must be a string'],
    ['programNo missing', { programNo: undefined }, 'programNo is required'],
  ])('%s', async (_name, change, message) => {
    expect(await ask(path(), { body: { ...good(), ...change } })).toMatchObject(parameterError(message))
  })

  test('treats page 1e9 as a page after the last one', async () => {
    expect(await ask(path(), { body: { ...good(), page: 1e9 } })).toMatchObject({
      body: { code: 80000000, data: { users: [], totalPage: 2 } },
    })
  })

  test.each<[string, string | undefined, string]>([
    ['broken JSON', '{"mchNo": ', 'body is not valid JSON'],
    ['empty body', '', 'body is empty'],
    ['null', 'null', 'body must be a JSON object'],
    ['a list', '[]', 'body must be a JSON object'],
    ['a text', '"hello"', 'body must be a JSON object'],
    ['control characters', '{"mchNo":"\u0001"}', 'body is not valid JSON'],
    [
      '__proto__',
      '{"mchNo":"a","__proto__":{"apiKey":"b"}}',
      'body is not valid JSON or has a forbidden key',
    ],
    [
      'constructor.prototype',
      '{"constructor":{"prototype":{"page":1}}}',
      'body is not valid JSON or has a forbidden key',
    ],
    ['deep nesting', `{"mchNo":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'apiKey is required'],
    ['nesting that is never closed', '['.repeat(60_000), 'body is not valid JSON'],
  ])('%s', async (_name, raw, message) => {
    const answer = await ask(path(), { raw: raw ?? '' })
    expect(answer).toMatchObject({ http: 200, body: { code: 80000002, data: null } })
    expect(answer.body.msg).toContain(`parameter error: ${message}`)
  })

  test('ignores extra fields', async () => {
    const extra = { ...good(), extra: { deep: [1, { x: null }] }, toString: 'x' }
    expect(await ask(path(), { body: extra })).toMatchObject({ body: { code: 80000000 } })
  })

  test('rejects other content types with an explanation', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/json5',
    ]) {
      const answer = await ask(path(), { raw: JSON.stringify(good()), headers: { 'content-type': type } })
      expect(answer, type).toMatchObject(parameterError('Content-Type must be application/json'))
    }
  })

  test('rejects a body of 10 MB with a specific code and keeps the connection open for the response', async () => {
    const huge = JSON.stringify({ ...good(), filler: 'x'.repeat(10_000_000) })
    expect(await ask(path(), { raw: huge })).toMatchObject({
      http: 413,
      body: { code: 80000007, msg: 'body too large', data: null },
    })
  })

  test('gives the same answer for every kind of wrong credentials', async () => {
    const answers = await Promise.all(
      [
        { mchNo: 'M1' },
        { apiKey: 'x' },
        { mchNo: '', apiKey: '' },
        { apiKey: '\0' },
        { mchNo: '🜁\u202e' },
      ].map(async (change) => {
        const { body, http } = await ask(path(), { body: { ...good(), ...change } })
        return JSON.stringify({ http, ...body, timestamp: 0 })
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('81000014')
  })

  test('stores SQL, control characters and unusual characters unchanged in every string', async () => {
    const nasty = [
      "' or '1'='1",
      "'; drop table merchant; --",
      '\0',
      'a\0b',
      '\ud800',
      '\u202e\u0000\u001f',
      '$$ {jndi:ldap://x}',
      '../../etc/passwd',
      '%00',
      '\\',
      '𝕏'.repeat(200),
    ]
    const kyc = `${server.url}${gateway}/queryKycInfoByAddress`
    for (const text of nasty) {
      const base = { ...good(), account: 'x', chainId: '137' }
      expect((await ask(kyc, { body: { ...base, account: text } })).body, text).toMatchObject({
        code: 80000000,
        data: { kycStatus: 'Not Started' },
      })
      expect((await ask(kyc, { body: { ...base, chainId: text } })).body.code, text).toBe(81000016)
      expect((await ask(kyc, { body: { ...base, programNo: text } })).body.code, text).toBe(81000015)
      expect((await ask(kyc, { body: { ...base, mchNo: text } })).body.code, text).toBe(81000014)
      expect((await ask(kyc, { body: { ...base, apiKey: text } })).body.code, text).toBe(81000014)
      const grant = { appId: server.demo.mchNo, userAccount: text, programNo: text }
      expect((await ask(`${server.url}/api/grant/check_v2`, { body: grant })).body, text).toMatchObject({
        code: 80000000,
        data: { isGrant: false },
      })
    }
    expect(await ask(path(), { body: good() })).toMatchObject({ body: { code: 80000000 } })
  })

  test('rejects an empty or overlong account', async () => {
    const kyc = `${server.url}${gateway}/queryKycInfoByAddress`
    const body = { ...good(), account: '', chainId: '137' }
    expect(await ask(kyc, { body })).toMatchObject(parameterError('account must not be empty'))
    const long = await ask(kyc, { body: { ...body, account: 'x'.repeat(513) } })
    expect(long).toMatchObject(parameterError('account must have at most 512 characters'))
  })
})

describe('common envelope', () => {
  test('uses the envelope’s code as the HTTP status', async () => {
    const path = `${server.url}/kyc/v1/status`
    const answers = [
      await ask(path),
      await ask(`${path}?mch_no=a&api_key=b`),
      await ask(`${path}?mch_no=%00&api_key=%ff`),
      await ask(path, { method: 'PATCH' }),
      await ask(`${server.url}/kyc/nothing`),
      await ask(`${server.url}/zkseradmin/openapi/kyt/x`, {
        raw: '<x/>',
        headers: { 'content-type': 'text/xml' },
      }),
    ]
    expect(answers.map(({ http, body }) => [http, body.code])).toEqual([
      [400, 400],
      [401, 401],
      [401, 401],
      [405, 405],
      [404, 404],
      [404, 404],
    ])
    for (const { body } of answers) expect(body).toMatchObject({ data: null, message: expect.any(String) })
  })
})

describe('malformed HTTP requests', () => {
  const talk = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = new Socket()
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk.toString()
      })
      socket.on('close', () => resolve(received))
      socket.on('error', reject)
      const { port, hostname } = new URL(server.url)
      socket.connect(Number(port), hostname, () => socket.write(text))
    })

  test.each([
    ['not HTTP at all', 'hello there\r\n\r\n', '400'],
    ['a method that does not exist', 'FROB / HTTP/1.1\r\nhost: x\r\n\r\n', '400'],
    ['incomplete headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, '431'],
    ['an invalid path', 'GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', '400'],
  ])('%s', async (_name, text, status) => {
    const answer = await talk(text)
    expect(answer.split('\r\n')[0]).toContain(`HTTP/1.1 ${status}`)
    expect(answer).toContain('"data":null')
  })
})
