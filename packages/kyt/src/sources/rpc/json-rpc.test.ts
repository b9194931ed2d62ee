import { createSeededRandom } from '@touchstone/common'
import { expect, test } from 'vitest'
import { createJsonRpc, type JsonRpcOptions } from './json-rpc.ts'

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | Error

/** Answers by host, in turn; the last answer of a host stays. */
function setUp(replies: Record<string, Reply[]>, options: Partial<JsonRpcOptions> = {}) {
  const asked: { host: string; url: string; headers: Record<string, string>; body: unknown }[] = []
  const waits: number[] = []
  const rpc = createJsonRpc({
    endpoints: Object.keys(replies).map((host) => `http://${host}/v3/secret-key-123?token=other-secret`),
    random: createSeededRandom('jitter'),
    wait: async (milliseconds) => {
      waits.push(milliseconds)
    },
    fetch: async (input, init) => {
      const url = new URL(String(input))
      const body = JSON.parse(String(init?.body))
      asked.push({ host: url.host, url: url.href, headers: init?.headers as Record<string, string>, body })
      const list = Object.entries(replies).find(([host]) => host.endsWith(url.host))?.[1] ?? []
      const reply = list.length > 1 ? list.shift() : list[0]
      if (!reply || reply instanceof Error) throw reply
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
      return new Response(text, { status: reply.status ?? 200, headers: reply.headers ?? {} })
    },
    ...options,
  })
  return { rpc, asked, waits, hosts: () => asked.map(({ host }) => host) }
}
const good = (result: unknown): Reply => ({ body: { jsonrpc: '2.0', id: 0, result } })
const bad = (code: number, message = 'no'): Reply => ({
  body: { jsonrpc: '2.0', id: 0, error: { code, message } },
})
const refused = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })

test('a failing node is left for the next one at once, and the one that answers is kept', async () => {
  const { rpc, hosts, waits } = setUp({ one: [refused], two: [good(1)] })
  expect(await rpc.call('m')).toBe(1)
  expect(await rpc.call('m')).toBe(1)
  expect(hosts()).toEqual(['one', 'two', 'two'])
  expect(waits).toEqual([])
})

test.each([
  ['HTTP 429', { status: 429, body: 'slow down' }],
  ['HTTP 503', { status: 503, body: '<html>' }],
  ['limit exceeded', bad(-32005)],
  ['internal error', bad(-32603)],
  ['a node that is starting', { ...(bad(-28) as object), status: 500 }],
  ['half an answer', { body: '{"jsonrpc":"2.0","id":0,"resu' }],
  ['no connection', refused],
])('%s is tried again', async (_, reply) => {
  const { rpc, waits } = setUp({ one: [reply as Reply, good('x')] })
  expect(await rpc.call('m')).toBe('x')
  expect(waits).toHaveLength(1)
})

test.each([
  ['bad parameters', bad(-32602)],
  [
    'a block that is not known, which Bitcoin Core tells with HTTP 500',
    { ...(bad(-8) as object), status: 500 },
  ],
  ['a wrong key', { status: 401, body: 'who are you' }],
])('%s is final', async (_, reply) => {
  const { rpc, asked } = setUp({ one: [reply as Reply], two: [good(1)] })
  await expect(rpc.call('m')).rejects.toMatchObject({ retryable: false })
  expect(asked).toHaveLength(1)
})

test('a method that one node does not know may be known to another', async () => {
  const some = setUp({ one: [bad(-32601)], two: [good(7)] })
  expect(await some.rpc.call('trace_block')).toBe(7)
  const none = setUp({ one: [bad(-32601)], two: [bad(-32000, 'the method is not available')] })
  await expect(none.rpc.call('trace_block')).rejects.toMatchObject({ code: -32601, retryable: false })
  expect(none.waits).toEqual([])
})

test('pauses double, stay below the limit, and vary', async () => {
  const options = { rounds: 8, firstDelayMs: 100, longestDelayMs: 1000 }
  const { rpc, waits } = setUp({ one: [refused] }, options)
  await expect(rpc.call('m')).rejects.toMatchObject({ retryable: true })
  expect(waits).toHaveLength(7)
  for (const [round, pause] of waits.entries()) {
    const full = Math.min(1000, 100 * 2 ** round)
    expect(pause).toBeGreaterThanOrEqual(full / 2)
    expect(pause).toBeLessThanOrEqual(full)
  }
})

test('the pause that the node asks for is kept', async () => {
  const { rpc, waits } = setUp({ one: [{ status: 429, body: '', headers: { 'retry-after': '7' } }, good(1)] })
  await rpc.call('m')
  expect(waits).toEqual([7000])
})

test('error texts name the host and no secret', async () => {
  const leaky = bad(-32000, 'key secret-key-123 with token other-secret is over its limit')
  const { rpc } = setUp({ 'one.example': [leaky] })
  const error = await rpc.call('eth_call').catch((reason: Error) => reason)
  expect(String(error)).toContain('one.example: eth_call: key … with token … is over its limit (-32000)')
  const down = setUp({ 'me:pass-word@two.example': [refused] })
  const text = String(await down.rpc.call('m').catch((reason: Error) => reason))
  expect(text).toContain('two.example: no connection (ECONNREFUSED)')
  expect(text).not.toMatch(/secret|pass-word|v3/)
})

test('a login in the URL becomes a header', async () => {
  const { rpc, asked } = setUp({ 'me:p%40ss-word@node:8332': [good(1)] })
  await rpc.call('m')
  expect(asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss-word').toString('base64')}`)
  expect(asked[0]?.url).not.toContain('me:')
})

test('a batch is cut, and its answers are put in order', async () => {
  const { rpc, asked } = setUp(
    {
      one: [
        {
          body: [
            { id: 1, result: 'b' },
            { id: 0, result: 'a' },
          ],
        },
        { body: { id: 0, result: 'c' } },
      ],
    },
    { batchSize: 2 },
  )
  const calls = ['x', 'y', 'z'].map((method) => ({ method, params: [] }))
  expect(await rpc.batch(calls)).toEqual(['a', 'b', 'c'])
  expect(asked).toHaveLength(2)
  expect(await rpc.batch([])).toEqual([])
})

test('a batch with an answer missing is asked again', async () => {
  const { rpc, asked } = setUp({
    one: [{ body: [{ id: 0, result: 1 }] }, { body: [0, 1].map((id) => ({ id, result: id })) }],
  })
  expect(
    await rpc.batch([
      { method: 'x', params: [] },
      { method: 'y', params: [] },
    ]),
  ).toEqual([0, 1])
  expect(asked).toHaveLength(2)
})

test('a node that hangs is given up', async () => {
  const { rpc } = setUp(
    { one: [] },
    {
      timeoutMs: 1,
      rounds: 1,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
    },
  )
  await expect(rpc.call('m')).rejects.toThrow('no answer within 1 ms')
})

test('an aborted question ends at once', async () => {
  const stop = new AbortController()
  const { rpc } = setUp({ one: [refused] }, { wait: async () => stop.abort(new Error('stopped')) })
  await expect(rpc.call('m', [], stop.signal)).rejects.toThrow('stopped')
})

test('a URL that is none is refused without being repeated', () => {
  const make = (endpoints: string[]) => () => setUp({}, { endpoints })
  expect(make(['ftp://host/secret'])).toThrow(/not an http or https URL/)
  expect(make(['secret'])).toThrow(/not an http or https URL/)
  expect(make([])).toThrow(/No node/)
})
