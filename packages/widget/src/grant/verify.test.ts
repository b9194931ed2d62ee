import { afterAll, beforeEach, expect, test } from 'vitest'
import { verifyKycWithSvcServices, verifyMeidWithSvcServices } from '../index.ts'
import { bound, granted, notGranted, refused, startSites } from '../testing/start-sites.ts'
import { askGrant } from './ask-grant.ts'

const sites = await startSites('')
const { service } = sites
afterAll(() => sites.stop())
beforeEach(() => {
  service.requests = []
})

test('KYC: calls the program’s grant check', async () => {
  service.answers = [granted]
  const options = { endpoint: `${service.origin}/`, programNo: '100000000001' }
  expect(await verifyKycWithSvcServices('M1', '0xAb', options)).toEqual({ isGrant: true })
  expect(service.requests).toEqual([
    { path: '/api/grant/check_v2', body: { appId: 'M1', userAccount: '0xAb', programNo: '100000000001' } },
  ])
  service.answers = [notGranted]
  expect(await verifyKycWithSvcServices('M1', '0xAb', { endpoint: service.origin })).toEqual({
    isGrant: false,
  })
  expect(service.requests[1]?.body).toEqual({ appId: 'M1', userAccount: '0xAb' })
})

test('MeID: calls the binding check, which belongs to the merchant and not to a program', async () => {
  service.answers = [bound]
  const options = {
    endpoint: 'http://127.0.0.1:1',
    meidApiEndpoint: service.origin,
    programNo: '100000000001',
  }
  expect(await verifyMeidWithSvcServices('M1', 'a@example.com', options)).toEqual({ isGrant: true })
  expect(service.requests).toEqual([
    { path: '/appUserGrantMch/queryBindingMeId', body: { mchNo: 'M1', userAccount: 'a@example.com' } },
  ])
  service.answers = [{ ...bound, data: false }]
  expect(await verifyMeidWithSvcServices('M1', 'a@example.com', { endpoint: service.origin })).toEqual({
    isGrant: false,
  })
})

test('treats a malformed response as a missing grant', async () => {
  for (const data of [null, 'true', 1, {}, { isGrant: 'true' }]) {
    service.answers = [{ ...granted, data }]
    const options = { endpoint: service.origin }
    expect(await verifyKycWithSvcServices('M1', 'a', options)).toEqual({ isGrant: false })
    expect(await verifyMeidWithSvcServices('M1', 'a', options)).toEqual({ isGrant: false })
  }
})

test('retries a limited number of times if the connection is lost or the service is busy or starting', async () => {
  const url = `${service.origin}/api/grant/check_v2`
  service.answers = ['drop', 429, 503, granted]
  expect(await askGrant(url, {}, { waitsMs: [1, 1, 1] })).toEqual(granted.data)
  expect(service.requests).toHaveLength(4)
  service.answers = ['drop']
  await expect(askGrant(url, {}, { waitsMs: [1, 1, 1] })).rejects.toMatchObject({ code: 'grant.unreachable' })
  expect(service.requests).toHaveLength(8)
})

test('throws without a retry if the service refuses the request, instead of returning "no grant"', async () => {
  service.answers = [refused]
  await expect(verifyKycWithSvcServices('M1', 'a', { endpoint: service.origin })).rejects.toMatchObject({
    code: 'grant.refused',
    message: 'The service refused to check the grant: parameter error: appId is unknown',
  })
  expect(service.requests).toHaveLength(1)
})

test('stops waiting when aborted', async () => {
  const given = new AbortController()
  service.answers = ['drop']
  const asking = askGrant(service.origin, {}, { signal: given.signal, waitsMs: [1, 1, 1] })
  given.abort(new Error('gone'))
  await expect(asking).rejects.toThrow('gone')
})

test.each([
  [() => verifyKycWithSvcServices('', 'a'), 'appId must be'],
  [() => verifyKycWithSvcServices('M1', undefined as never), 'userAccount must be the account that'],
  [() => verifyMeidWithSvcServices('M1', 'a', 'x' as never), 'options must be an object'],
  [() => verifyMeidWithSvcServices('M1', 'a', { endpoint: 'here' }), 'options.endpoint must be an address'],
])('names a wrong argument', async (act, text) => {
  await expect(act()).rejects.toThrow(text)
  expect(service.requests).toEqual([])
})

const grantWith = (more: object) => ({
  ...granted,
  data: { isGrant: true, verifyTime: 1, programNo: '100000000001', ...more },
})
const ofTest = grantWith({ test: true })

test('counts the grant of a test program only if the site allows it', async () => {
  const options = { endpoint: service.origin, programNo: '100000000001' }
  for (const [answer, given, isGrant] of [
    [ofTest, {}, false],
    [ofTest, { allowTest: 'yes' as never }, false],
    [ofTest, { allowTest: true }, true],
    [granted, { allowTest: true }, true],
    [grantWith({ test: 1 }), {}, false],
    [grantWith({ test: false }), {}, true],
  ] as const) {
    service.answers = [answer]
    expect(await verifyKycWithSvcServices('M1', 'a', { ...options, ...given })).toEqual({ isGrant })
  }
})

test('MeID: asks for the test program only if the site allows it and names the program', async () => {
  const unbound = { ...bound, data: false }
  const options = { endpoint: service.origin, programNo: '100000000001' }
  const ask = async (given: object, second: object = ofTest) => {
    service.answers = [unbound, second]
    return (await verifyMeidWithSvcServices('M1', 'a', { ...options, ...given })).isGrant
  }
  expect(await ask({})).toBe(false)
  expect(await ask({ allowTest: true, programNo: undefined })).toBe(false)
  expect(await ask({ allowTest: true })).toBe(true)
  // A real grant of another kind of program does not count as a MeID.
  expect(await ask({ allowTest: true }, granted)).toBe(false)
})
