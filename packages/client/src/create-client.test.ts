import type * as Contract from '@touchstone/contract'
import { type OperationName, operations } from '@touchstone/contract'
import { afterEach, describe, expect, expectTypeOf, test } from 'vitest'
import { createClient } from './create-client.ts'
import { commonAnswer, gatewayAnswer, startService, stopServices } from './testing/start-service.ts'
import { apiKey, mchNo, testClient } from './testing/test-client.ts'

afterEach(stopServices)

const names = Object.keys(operations) as OperationName[]
const options = { baseUrl: 'http://127.0.0.1', mchNo, apiKey }

/** The smallest valid data for an operation. */
function emptyData(name: OperationName): unknown {
  if (name === 'checkMeidBinding') return false
  return name === 'getAddressCounterparty' || name === 'queryAddressProof' ? [] : {}
}

function successOf(name: OperationName) {
  const data = emptyData(name)
  if (operations[name].envelope === 'profile') return { body: { success: true, msg: 'success', data } }
  return operations[name].envelope === 'common' ? commonAnswer(data) : gatewayAnswer(data)
}

describe.each(names)('%s', (name) => {
  const operation = operations[name]

  test('calls the operation’s path on its surface’s host, both through its method and by name', async () => {
    const services = {
      'admin-gateway': await startService(successOf(name)),
      openapi: await startService(successOf(name)),
      auth: await startService(successOf(name)),
    }
    const { client } = testClient({
      baseUrl: services['admin-gateway'].url,
      openapiUrl: `${services.openapi.url}/`,
      authUrl: `${services.auth.url}/some/prefix/`,
    })
    expect(await client[name]({} as never)).toEqual(emptyData(name))
    expect(await client.call(name, {} as never)).toEqual(emptyData(name))

    const path = operation.surface === 'auth' ? `/some/prefix${operation.path}` : operation.path
    const wanted = { method: operation.method, url: path }
    for (const [surface, service] of Object.entries(services)) {
      expect(service.seen).toMatchObject(surface === operation.surface ? [wanted, wanted] : [])
      expect(service.seen.length).toBe(surface === operation.surface ? 2 : 0)
    }
  })

  test('sends exactly the required credentials, each in the place that the contract defines', async () => {
    const service = await startService(successOf(name))
    const { client } = testClient({ baseUrl: service.url })
    // JavaScript callers may spread their credentials into the input. This must have no effect.
    const strays = { mchNo: 'x', apiKey: 'x', appId: 'x', mch_no: 'x', api_key: 'x', lv: 1 }
    await client[name](strays as never)

    const [seen] = service.seen
    const body = seen?.body === '' ? {} : JSON.parse(seen?.body ?? '')
    const header = (field: string) => seen?.headers[field]
    const all = { mchNo, appId: mchNo, apiKey, lv: 2 }
    const asked = Object.entries(all).filter(([field]) => Object.hasOwn(operation.request.properties, field))
    expect(body).toEqual(Object.fromEntries(asked))
    expect('apiKey' in body).toBe(operation.credentials === 'body' || operation.credentials === 'app')
    const inHeaders = operation.credentials === 'query-or-headers'
    expect([header('mch_no'), header('api_key')]).toEqual(
      inHeaders ? [mchNo, apiKey] : [undefined, undefined],
    )
    expect(header('content-type')).toBe(operation.method === 'POST' ? 'application/json' : undefined)
    expect(seen?.url).not.toMatch(/[?]|api_?key/i)
  })
})

test('reports the grant of a test program as no grant, unless test grants are allowed', async () => {
  const grant = { isGrant: true, verifyTime: 7, programNo: '100000000001' }
  const ask = async (data: object, more: { allowTest?: boolean } = {}) => {
    const { url: baseUrl } = await startService(gatewayAnswer(data))
    return await testClient({ baseUrl, ...more }).client.checkGrant({ userAccount: 'a' })
  }
  const none = { ...grant, isGrant: false, verifyTime: null }
  expect(await ask({ ...grant, test: true })).toEqual(none)
  expect(await ask({ ...grant, test: true }, { allowTest: true })).toEqual({ ...grant, test: true })
  expect(await ask({ ...grant, test: false })).toEqual({ ...grant, test: false })
  expect(await ask(grant)).toEqual(grant)
})

test('has only `call` and one method per operation', () => {
  expect(Object.keys(createClient(options)).sort()).toEqual([...names, 'call'].sort())
})

test('sends the input and returns the data', async () => {
  const score = { score: 3, hacking_event: '', detail_list: [], risk_level: 'Low', risk_detail: [] }
  const service = await startService(commonAnswer(score))
  const { client } = testClient({ baseUrl: service.url })
  expect(await client.getRiskScore({ coin: 'ETH', address: '0x00' })).toEqual(score)
  expect(JSON.parse(service.seen[0]?.body ?? '')).toEqual({ mchNo, apiKey, coin: 'ETH', address: '0x00' })
})

test('returns null for an account that never started an accredited-investor check', async () => {
  const service = await startService(gatewayAnswer(null))
  const { client } = testClient({ baseUrl: service.url })
  const input = { programNo: '202611150001', account: 'someone', chainId: '137' }
  expect(await client.queryAccreditedInvestor(input)).toBeNull()
})

test('rejects an operation name that the contract does not define', async () => {
  const { client } = testClient({ baseUrl: 'http://127.0.0.1' })
  await expect(client.call('toString' as OperationName, {} as never)).rejects.toThrow(TypeError)
})

test('does not expose secrets when inspected', () => {
  const client = createClient(options)
  expect(JSON.stringify(client)).not.toContain(apiKey)
  expect(Object.values(client).every((value) => typeof value === 'function')).toBe(true)
})

test.each([
  ['baseUrl', 'touchstone.example'],
  ['baseUrl', 'ftp://touchstone.example'],
  ['authUrl', 'https://user:secret@touchstone.example'],
  ['openapiUrl', 'https://touchstone.example/?api_key=secret'],
  ['apiKey', ''],
  ['apiKey', 'secret\nsecret'],
  ['mchNo', undefined],
  ['timeoutMs', 0],
  ['timeoutMs', Number.NaN],
  ['totalTimeoutMs', 3_000_000_000],
  ['retries', -1],
  ['retries', 1.5],
])('names an invalid %s in the error without quoting its value', (name, value) => {
  const make = () => createClient({ ...options, [name]: value } as never)
  expect(make).toThrow(new RegExp(`^${name} must `))
  expect(make).not.toThrow('secret')
})

test('derives its types from the contract', () => {
  const client = createClient(options)
  type Client = typeof client
  type InputTo<Name extends OperationName> = NonNullable<Parameters<Client[Name]>[0]>
  type ResultFrom<Name extends OperationName> = Awaited<ReturnType<Client[Name]>>

  expectTypeOf<InputTo<'getAddressLabels'>>().toEqualTypeOf<{ coin: string; address: string }>()
  expectTypeOf<InputTo<'getRiskScore'>>().toEqualTypeOf<{ coin: string; address?: string; txid?: string }>()
  expectTypeOf<InputTo<'getAccessToken'>>().toEqualTypeOf<{ apiModePermission: 0 | 1 }>()
  expectTypeOf<InputTo<'checkGrant'>>().toEqualTypeOf<{ userAccount: string; programNo?: string }>()
  expectTypeOf<InputTo<'checkMeidBinding'>>().toEqualTypeOf<{ userAccount: string }>()
  expectTypeOf<InputTo<'getStatistics'>>().toEqualTypeOf<Record<string, never>>()
  expectTypeOf<ResultFrom<'getRiskScore'>>().toEqualTypeOf<Contract.RiskScore>()
  expectTypeOf<ResultFrom<'getAddressCounterparty'>>().toEqualTypeOf<Contract.Counterparty[]>()
  expectTypeOf<ResultFrom<'getUsersList'>>().toEqualTypeOf<Contract.UsersPage>()
  expectTypeOf<ResultFrom<'checkMeidBinding'>>().toEqualTypeOf<boolean>()
  expectTypeOf(client.call<'getStatistics'>).returns.resolves.toEqualTypeOf<Contract.Statistics>()

  // This function only checks which calls compile.
  const uses = () => [
    client.getKytStatus(),
    client.call('getStatistics', {}, { signal: new AbortController().signal }),
    // @ts-expect-error the input can't be left out
    client.getAddressLabels(),
    // @ts-expect-error the client adds the credentials
    client.checkGrant({ userAccount: 'a', appId: mchNo }),
    // @ts-expect-error the contract has no such operation
    client.call('getWeather'),
  ]
  expect(uses).toBeTypeOf('function')
})
