import { afterEach, describe, expect, test } from 'vitest'
import {
  commonAnswer,
  commonError,
  gatewayAnswer,
  gatewayError,
  type Reply,
  startService,
  stopServices,
} from './testing/start-service.ts'
import { failureOf, testClient } from './testing/test-client.ts'

afterEach(stopServices)

const address = { coin: 'ETH', address: '0x52908400098527886e0f7030069857d2e4169ee7' }
const user = { programNo: '202611150001', account: 'someone@example.com', chainId: '137' }

async function clientOf(...replies: [Reply, ...Reply[]]) {
  const service = await startService(...replies)
  return { service, ...testClient({ baseUrl: service.url }) }
}

describe('reports business errors without a retry', () => {
  test('gateway envelope with status 200', async () => {
    const { client, service, waits } = await clientOf(
      gatewayError(81000015, 'program not found for this merchant'),
    )
    const error = await failureOf(client.queryKycResult(user))
    expect(error).toMatchObject({
      name: 'TouchstoneApiError',
      failure: 'refused',
      operation: 'queryKycInfoByAddress',
      status: 200,
      code: 81000015,
      message: 'program not found for this merchant',
      kind: 'programNotFound',
      retryable: false,
      requestId: 'r-1',
      docsPath: 'docs/errors.md#programNotFound',
    })
    expect(error.remedy).toMatch(/programNo/)
    expect([service.seen.length, waits]).toEqual([1, []])
  })

  test('common envelope', async () => {
    const { client, service } = await clientOf(commonError(401, 'application id and API key do not match'))
    expect(await failureOf(client.getKytStatus())).toMatchObject({
      failure: 'refused',
      status: 401,
      code: 401,
      kind: 'credentials',
      retryable: false,
    })
    expect(service.seen.length).toBe(1)
  })

  test('profile envelope, which has no code', async () => {
    const { client, service } = await clientOf({
      status: 403,
      body: { success: false, msg: 'not in the plan', data: null },
    })
    const error = await failureOf(client.getAddressProfile(address))
    expect(error).toMatchObject({ status: 403, kind: 'planForbids', retryable: false })
    expect(error.code).toBeUndefined()
    expect(service.seen.length).toBe(1)
  })

  test('marks a system error with status 200 as retryable, but does not retry it', async () => {
    const { client, service } = await clientOf(gatewayError(80000001, 'system error'))
    const call = client.getAccessToken({ apiModePermission: 0 })
    expect(await failureOf(call)).toMatchObject({ kind: 'system', retryable: true })
    expect(service.seen.length).toBe(1)
  })

  test.each([
    [80000002, 'parameter error: page must be at least 1', 'parameter'],
    [80000002, 'not in the plan', 'planForbids'],
    [81000016, 'chain not supported for this operation', 'chainNotSupported'],
    [89999999, 'an error from a later version', undefined],
  ])('maps gateway code %i with text %s to kind %s', async (code, text, kind) => {
    const { client } = await clientOf(gatewayError(code, text))
    expect((await failureOf(client.queryKycResult(user))).kind).toBe(kind)
  })

  test.each([
    [400, 'invalid address', 'invalidAddress'],
    [400, 'parameter error: page must be at least 1', 'parameter'],
    [404, 'program not found for this merchant', 'programNotFound'],
    [404, 'no such path', 'noSuchPath'],
    [418, 'an error from a later version', undefined],
  ])('maps common code %i with text %s to kind %s', async (status, text, kind) => {
    const { client } = await clientOf(commonError(status, text))
    expect((await failureOf(client.getAddressLabels(address))).kind).toBe(kind)
  })
})

describe('rejects responses that do not match the operation', () => {
  test.each<[string, Reply]>([
    ['a page', { body: '<html>welcome</html>' }],
    ['nothing', { body: '' }],
    ['an HTML page with status 404', { status: 404, body: '<html>not here</html>' }],
  ])('%s', async (_, reply) => {
    const { client, service } = await clientOf(reply)
    const error = await failureOf(client.getRiskScore(address))
    expect(error).toMatchObject({ failure: 'unreadable', retryable: false, requestId: 'r-1' })
    expect(error.message).toMatch(/^the response is not JSON \(HTTP status \d+\)$/)
    expect([error.code, error.kind, service.seen.length]).toEqual([undefined, undefined, 1])
  })

  test.each<[string, Reply]>([
    ['null', { body: 'null' }],
    ['a record without an envelope', { body: { score: 3 } }],
    ['an envelope without data', { body: { code: 200, message: 'success' } }],
    ['an envelope without a message', { body: { code: 200, data: {} } }],
    ['a code that is not a number', { body: { code: '200', message: 'success', data: {} } }],
    ['the envelope of another operation', gatewayAnswer({})],
    ['null instead of a record', commonAnswer(null)],
    ['a list instead of a record', commonAnswer([])],
    [
      'a success envelope with an error status',
      { status: 404, body: { code: 200, message: 'success', data: {} } },
    ],
  ])('%s', async (_, reply) => {
    const { client, service } = await clientOf(reply)
    const error = await failureOf(client.getRiskScore(address))
    expect(error).toMatchObject({ failure: 'unreadable', retryable: false })
    expect(error.message).toMatch(/^the response does not match this operation \(HTTP status \d+\)$/)
    expect(service.seen.length).toBe(1)
  })

  test('a string instead of a boolean', async () => {
    const { client } = await clientOf(gatewayAnswer('false'))
    expect((await failureOf(client.checkMeidBinding({ userAccount: 'a' }))).failure).toBe('unreadable')
  })

  test.each<[string, Reply]>([
    ['neither success nor failure', { body: { success: 'yes', msg: '', data: {} } }],
    ['without a text', { body: { success: true, data: {} } }],
    ['the common envelope', commonAnswer({})],
  ])('rejects a profile in an envelope that is %s', async (_, reply) => {
    const { client } = await clientOf(reply)
    expect((await failureOf(client.getAddressProfile(address))).failure).toBe('unreadable')
  })

  test('does not follow a redirect, which would forward the credentials', async () => {
    const elsewhere = await startService(commonAnswer({}))
    const { client } = await clientOf({ status: 307, headers: { location: elsewhere.url }, body: '' })
    const error = await failureOf(client.getKytStatus())
    expect(error).toMatchObject({ failure: 'unreadable', status: 307, retryable: false })
    expect(elsewhere.seen).toEqual([])
  })
})
