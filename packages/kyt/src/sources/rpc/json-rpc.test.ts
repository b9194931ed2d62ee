import { createSeededRandom } from '@touchstone/common'
import { expect, test } from 'vitest'
import { createJsonRpc, type JsonRpcOptions } from './json-rpc.ts'

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | Error

/** Returns each host's responses in sequence, then repeats the host's last response. */
function setUp(replies: Record<string, Reply[]>, options: Partial<JsonRpcOptions> = {}) {
  const requests: { host: string; url: string; headers: Record<string, string>; body: unknown }[] = []
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
      requests.push({ host: url.host, url: url.href, headers: init?.headers as Record<string, string>, body })
      const list = Object.entries(replies).find(([host]) => host.endsWith(url.host))?.[1] ?? []
      const reply = list.length > 1 ? list.shift() : list[0]
      if (!reply || reply instanceof Error) throw reply
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
      return new Response(text, { status: reply.status ?? 200, headers: reply.headers ?? {} })
    },
    ...options,
  })
  return { rpc, requests, waits, hosts: () => requests.map(({ host }) => host) }
}
const good = (result: unknown): Reply => ({ body: { jsonrpc: '2.0', id: 0, result } })
const bad = (code: number, message = 'no'): Reply => ({
  body: { jsonrpc: '2.0', id: 0, error: { code, message } },
})
const refused = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })

test('switches from a failing node immediately, and keeps using the node that responds', async () => {
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
  ['a truncated response', { body: '{"jsonrpc":"2.0","id":0,"resu' }],
  ['no connection', refused],
])('retries after %s', async (_, reply) => {
  const { rpc, waits } = setUp({ one: [reply as Reply, good('x')] })
  expect(await rpc.call('m')).toBe('x')
  expect(waits).toHaveLength(1)
})

test.each([
  ['bad parameters', bad(-32602)],
  ['an unknown block, which Bitcoin Core reports with HTTP 500', { ...(bad(-8) as object), status: 500 }],
  ['a wrong key', { status: 401, body: 'who are you' }],
])('does not retry after %s', async (_, reply) => {
  const { rpc, requests } = setUp({ one: [reply as Reply], two: [good(1)] })
  await expect(rpc.call('m')).rejects.toMatchObject({ retryable: false })
  expect(requests).toHaveLength(1)
})

test('tries other nodes if a node does not support a method', async () => {
  const some = setUp({ one: [bad(-32601)], two: [good(7)] })
  expect(await some.rpc.call('trace_block')).toBe(7)
  const none = setUp({ one: [bad(-32601)], two: [bad(-32000, 'the method is not available')] })
  await expect(none.rpc.call('trace_block')).rejects.toMatchObject({ code: -32601, retryable: false })
  expect(none.waits).toEqual([])
})

test('doubles the pauses up to the limit, with jitter', async () => {
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

test('respects the pause that the node requests', async () => {
  const { rpc, waits } = setUp({ one: [{ status: 429, body: '', headers: { 'retry-after': '7' } }, good(1)] })
  await rpc.call('m')
  expect(waits).toEqual([7000])
})

test('names the host but reveals no secrets in error messages', async () => {
  const leaky = bad(-32000, 'key secret-key-123 with token other-secret is over its limit')
  const { rpc } = setUp({ 'one.example': [leaky] })
  const error = await rpc.call('eth_call').catch((reason: Error) => reason)
  expect(String(error)).toContain('one.example: eth_call: key … with token … is over its limit (-32000)')
  const down = setUp({ 'me:pass-word@two.example': [refused] })
  const text = String(await down.rpc.call('m').catch((reason: Error) => reason))
  expect(text).toContain('two.example: no connection (ECONNREFUSED)')
  expect(text).not.toMatch(/secret|pass-word|v3/)
})

test('sends credentials from the URL as a header', async () => {
  const { rpc, requests } = setUp({ 'me:p%40ss-word@node:8332': [good(1)] })
  await rpc.call('m')
  expect(requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss-word').toString('base64')}`)
  expect(requests[0]?.url).not.toContain('me:')
})

test('splits a batch and returns its results in order', async () => {
  const { rpc, requests } = setUp(
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
  expect(requests).toHaveLength(2)
  expect(await rpc.batch([])).toEqual([])
})

test('repeats a batch if a response is missing', async () => {
  const { rpc, requests } = setUp({
    one: [{ body: [{ id: 0, result: 1 }] }, { body: [0, 1].map((id) => ({ id, result: id })) }],
  })
  expect(
    await rpc.batch([
      { method: 'x', params: [] },
      { method: 'y', params: [] },
    ]),
  ).toEqual([0, 1])
  expect(requests).toHaveLength(2)
})

test('stops waiting for a node that hangs', async () => {
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

test('ends an aborted request immediately', async () => {
  const stop = new AbortController()
  const { rpc } = setUp({ one: [refused] }, { wait: async () => stop.abort(new Error('stopped')) })
  await expect(rpc.call('m', [], stop.signal)).rejects.toThrow('stopped')
})

test('rejects an invalid URL without quoting it', () => {
  const make = (endpoints: string[]) => () => setUp({}, { endpoints })
  expect(make(['ftp://host/secret'])).toThrow(/not an http or https URL/)
  expect(make(['secret'])).toThrow(/not an http or https URL/)
  expect(make([])).toThrow(/No node/)
})
