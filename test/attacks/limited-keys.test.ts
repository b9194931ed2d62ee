import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Operation, operations, scopes } from '@touchstone/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { type DashboardBrowser, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { demoTimeout } from '../support/timeouts.ts'

// A key that was stolen from one system must not open the others: it works only for its scopes and only from its
// networks. On another network, the thief must not even learn that the key is valid.

let dashboard: TestDashboard
let owner: DashboardBrowser
let laterMs = 0
beforeAll(async () => {
  dashboard = await startDashboard({ ledger: true, clock: { now: () => Date.now() + laterMs } })
  owner = (await dashboard.member('owner')).browser
}, demoTimeout)
afterAll(() => dashboard?.stop())

const office = '203.0.113.7'
const keyWith = async (limits: Record<string, unknown>) =>
  String((await owner.post(`/merchants/${dashboard.own}/keys/add`, limits)).body.apiKey)

/** Calls an operation with valid credentials and with otherwise invalid input, as far as it has input. */
const call = async (operation: Operation, apiKey: string, ip = office, path = operation.path) => {
  const { own, server } = dashboard
  const names = {
    body: ['mchNo', 'apiKey'],
    app: ['appId', 'apiKey'],
    'query-or-headers': ['mch_no', 'api_key'],
  }
  const [merchant = '', key = ''] = operation.credentials === 'none' ? [] : names[operation.credentials]
  const credentials = { [merchant]: own, [key]: apiKey }
  const headers = { 'x-forwarded-for': ip }
  if (operation.method === 'GET')
    return await ask(`${server.url}${path}`, { headers: { ...headers, ...credentials } })
  return await ask(`${server.url}${path}`, { headers, body: { ...inputOf(operation), ...credentials } })
}

/** Returns a valid value for every required field. */
function inputOf({ request }: Operation): Record<string, unknown> {
  const { properties, required = [] } = request as unknown as Schema
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]))
}

type Schema = { properties: Record<string, Field>; required?: string[] }
type Field = Partial<Schema> & {
  type?: string
  enum?: unknown[]
  const?: unknown
  items?: Field
  minimum?: number
}

function sampleOf(field: Field): unknown {
  if (field.enum || field.const !== undefined) return field.enum?.[0] ?? field.const
  if (field.type === 'array') return [sampleOf(field.items ?? {})]
  if (field.type === 'object') return inputOf({ request: field } as never)
  if (field.type === 'integer' || field.type === 'number') return field.minimum ?? 1
  return field.type === 'boolean' ? false : '1'
}

const refusals = {
  common: { http: 403, body: { code: 403, message: 'key not permitted', data: null } },
  profile: { http: 403, body: { success: false, msg: 'key not permitted', data: null } },
  gateway: { http: 200, body: { code: 81000017, msg: 'key not permitted', data: null } },
}
const mismatch = {
  http: 200,
  body: { code: 81000014, msg: 'application id and API key do not match', data: null },
}
const keyed = Object.values<Operation>(operations).filter(({ credentials }) => credentials !== 'none')
const isRefusal = ({ body }: { body: Record<string, unknown> }) =>
  body.message === 'key not permitted' || body.msg === 'key not permitted' || body.code === 81000014

test('refuses every operation whose scope a key does not have, and no other', async () => {
  expect(keyed.map(({ scope }) => scope)).toEqual(expect.arrayContaining([...scopes]))
  for (const scope of scopes) {
    const apiKey = await keyWith({ scopes: [scope] })
    for (const operation of keyed) {
      for (const path of [operation.path, ...(operation.aliases ?? [])]) {
        const answer = await call(operation, apiKey, office, path)
        const what = `${operation.id} with ${scope}`
        if (operation.scope === scope) expect(isRefusal(answer), what).toBe(false)
        else if (operation.credentials === 'app') expect(answer, what).toMatchObject(mismatch)
        else expect(answer, what).toMatchObject(refusals[operation.envelope])
      }
    }
  }
})

test('counts refused calls towards the limit of the key', async () => {
  const apiKey = await keyWith({ scopes: ['kyc:read'] })
  const { headers } = await call(operations.scoreBatch, apiKey)
  expect(headers.get('ratelimit-policy')).toContain('"standard";q=100000')
  expect(headers.get('ratelimit')).toContain('r=99999;')
})

test('answers on other networks exactly as for an unknown key', async () => {
  const limited = await keyWith({ networks: [`${office}/32`] })
  const [expired, unknown] = [
    await keyWith({ expiresInSeconds: 1 }),
    `${limited.split('.')[0]}.${'0'.repeat(32)}`,
  ]
  const { own, server } = dashboard
  const answerOf = ({ http, body, headers }: Awaited<ReturnType<typeof call>>) => {
    const { timestamp, ...rest } = body
    const names = [...headers.keys()].filter((name) => !/^(date|x-request-id|ratelimit)$/.test(name))
    return { http, rest, headers: names.map((name) => [name, headers.get(name)]) }
  }
  const mcp = (apiKey: string, ip: string) =>
    ask(`${server.url}/mcp`, {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      headers: {
        ...{ accept: 'application/json, text/event-stream', 'x-forwarded-for': ip },
        ...{ mch_no: own, api_key: apiKey },
      },
    })
  const calls = [...keyed.map((operation) => call.bind(undefined, operation)), mcp]
  // The first use lets the service remember the key.
  for (const each of calls) expect([401, 81000014]).not.toContain((await each(limited, office)).body.code)
  laterMs += 2000
  let other = 0
  // Every call comes from a network of its own, so that the remaining number of calls is the same.
  const network = () => `198.51.${other >> 8}.${other++ & 0xff}`
  for (const each of calls) {
    const wanted = answerOf(await each(unknown, network()))
    expect(JSON.stringify(wanted)).toContain('application id and API key do not match')
    expect(answerOf(await each(limited, network()))).toEqual(wanted)
    // The client writes the first entries of the header itself, and the proxy adds the last one.
    expect(answerOf(await each(limited, `${office}, ${network()}`))).toEqual(wanted)
    expect(answerOf(await each(expired, network()))).toEqual(wanted)
  }
})

test('offers agents only the tools that the key permits', async () => {
  const { own, server, cli } = dashboard
  await cli('merchant', 'agents', own, '--watch', 'on')
  const connect = async (apiKey: string) => {
    const client = new Client({ name: 'test', version: '1' })
    const headers = { mch_no: own, api_key: apiKey }
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit: { headers } }),
    )
    return client
  }
  const reader = await connect(await keyWith({ scopes: ['kyt:read'] }))
  const { tools } = await reader.listTools()
  const names = tools.map(({ name }) => name)
  expect([names.includes('score'), names.includes('watch')]).toEqual([true, false])
  const watch = { name: 'watch', arguments: { coin: 'ETH', address: `0x${'1'.repeat(40)}` } }
  await expect(reader.callTool(watch)).rejects.toThrow('watch')
  await reader.close()

  const writer = await connect(await keyWith({ scopes: ['kyt:write'] }))
  expect((await writer.listTools()).tools.map(({ name }) => name)).toEqual(['watch'])
  expect((await writer.callTool(watch)).isError ?? false).toBe(false)
  await writer.close()

  const others = scopes.filter((scope) => !scope.startsWith('kyt:'))
  await expect(connect(await keyWith({ scopes: others }))).rejects.toThrow(/403|not permitted/)
})

test('limits a key that is pasted into the test console, but not the member who uses it', async () => {
  const consoleCall = async (apiKey?: string) => {
    const path = `/merchants/${dashboard.own}/console`
    const { body } = await owner.post(path, {
      operation: 'getStatistics',
      input: {},
      ...(apiKey && { apiKey }),
    })
    return body.http
  }
  expect(await consoleCall()).toBe(200)
  expect(await consoleCall(await keyWith({ scopes: ['kyc:read'] }))).toBe(200)
  expect(await consoleCall(await keyWith({ scopes: ['kyt:read'] }))).toBe(403)
  expect(await consoleCall(await keyWith({ networks: [office] }))).toBe(401)
  expect(await consoleCall(await keyWith({ networks: [owner.network] }))).toBe(200)
})
