import { createClient } from '@touchstone/client'
import {
  accreditedInvestorStatuses,
  addressProofStatuses,
  errorCatalogue,
  kycStatuses,
  usersListStatuses,
  type WebhookEvent,
} from '@touchstone/contract'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { demoTimeout } from '../support/timeouts.ts'

describe.each(['embedded', 'server'] as const)('the API for merchants (%s store)', (engine) => {
  let server: TestServer
  let client: ReturnType<typeof createClient>
  beforeAll(async () => {
    server = await startTestServer({ engine })
    client = createClient(server.demo)
  }, demoTimeout)
  afterAll(() => server.stop())

  const gateway = '/zkseradmin/openapi'
  /** The statuses that users can have in the first KYC program, whose results are only on the home chain. */
  const offChainStatuses = usersListStatuses.filter((status) => status !== 'OnChain Minted')
  const credentials = () => ({ mchNo: server.demo.mchNo, apiKey: server.demo.apiKey })

  test('lists all events in order, by type and time, and continues after the last one', async () => {
    const listAll = async (of: Parameters<typeof client.listEvents>[0]) => {
      const found: WebhookEvent[] = []
      for (let cursor = ''; ; ) {
        const page = await client.listEvents({ ...of, cursor })
        found.push(...page.event_list)
        cursor = page.next_cursor
        if (!page.has_more) return { found, cursor }
      }
    }
    const { found, cursor } = await listAll({ limit: 100 })
    expect(found.length).toBeGreaterThan(100)
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    expect(await client.listEvents({ cursor })).toEqual({
      ...{ event_list: [], next_cursor: cursor, has_more: false },
    })
    const shared = found.filter(({ type }) => type === 'kyc.shared')
    expect((await listAll({ types: ['kyc.shared'], limit: 7 })).found).toEqual(shared)
    expect(shared.length).toBeGreaterThan(5)
    expect(shared.some(({ data }) => 'account' in data && data.account)).toBe(true)
    const created = shared.at(-1)?.created ?? 0
    const span = { types: ['kyc.shared' as const], start_timestamp: created, end_timestamp: created + 1 }
    expect((await client.listEvents(span)).event_list).toContainEqual(shared.at(-1))
    const far = await client.listEvents({ start_timestamp: Number.MAX_SAFE_INTEGER })
    expect(far).toEqual({ event_list: [], next_cursor: '', has_more: false })
    const refused = async (change: object) =>
      (await ask(`${server.url}${gateway}/v1/events/list`, { body: { ...credentials(), ...change } })).body
        .message
    expect(await refused({ cursor: 'x' })).toContain('parameter error: cursor')
    expect(await refused({ types: ['kyc.none'] })).toContain('parameter error: types')
    expect(await refused({ limit: 101 })).toContain('parameter error: limit')
    expect(await refused({ apiKey: 'x' })).toBe('application id and API key do not match')
  })

  test('lists 50 users per page, with every status on the first page, and with a wallet and token for passed users', async () => {
    const first = await client.getUsersList({ programNo: server.demo.programNo, page: 1 })
    const second = await client.getUsersList({ programNo: server.demo.programNo, page: 2 })
    expect(first.users).toHaveLength(50)
    expect(first).toMatchObject({ total: 50 + second.users.length, totalPage: 2 })
    expect(new Set(first.users.map(({ status }) => status))).toEqual(new Set(offChainStatuses))
    for (const user of [...first.users, ...second.users]) {
      const shared = user.status === 'KYC Passed'
      expect(user.clientUserIdentifier.length > 0).toBe(shared)
      expect(user.completedTimeUnix).toMatch(shared ? /^\d{13}$/ : /^$/)
      expect(user.svcAccount).toMatch(/@example\.com$/)
      if (shared) {
        expect(user.clientUserIdentifier[0]).toMatchObject({
          blockchainId: 137,
          network: 'Polygon',
          tokenId: expect.stringMatching(/^\d+$/),
          walletAddress: expect.stringMatching(/^0x[0-9a-f]{40}$/),
        })
      }
    }
    const everyone = [...first.users, ...second.users].map(({ svcId }) => svcId)
    expect(new Set(everyone).size).toBe(everyone.length)
    expect(await client.getUsersList({ programNo: server.demo.programNo, page: 1_000_000_000 })).toEqual({
      total: first.total,
      totalPage: 2,
      users: [],
    })
  })

  test('lists separate users for the on-chain program, with every status', async () => {
    const { users } = await client.getUsersList({ programNo: server.demo.onChainProgramNo, page: 1 })
    expect(new Set(users.map(({ status }) => status))).toEqual(new Set(usersListStatuses))
    const { users: others } = await client.getUsersList({ programNo: server.demo.programNo, page: 1 })
    const known = new Set(others.map(({ svcId }) => svcId))
    expect(users.filter(({ svcId }) => known.has(svcId))).toEqual([])
  })

  test('returns a KYC result per account, with the same status as in the list', async () => {
    const { users } = await client.getUsersList({ programNo: server.demo.programNo, page: 1 })
    for (const status of offChainStatuses) {
      const account = server.wallets.get(status) ?? ''
      const result = await client.queryKycResult({
        programNo: server.demo.programNo,
        account,
        chainId: '137',
      })
      expect(result.kycStatus).toBe(status)
      expect(kycStatuses).toContain(result.kycStatus)
      const listed = users.find(({ svcId }) => svcId === result.svc_id)
      if (listed) expect(listed.status).toBe(status)
      const minted = ['SBT Minted', 'KYC Passed'].includes(status)
      expect(result.kycCompleteTimeUnix).toMatch(minted ? /^\d{13}$/ : /^$/)
    }
    const passed = server.wallets.get('KYC Passed') ?? ''
    const result = await client.queryKycResult({
      programNo: server.demo.programNo,
      account: passed.toUpperCase().replace('0X', '0x'),
      chainId: '137',
    })
    expect(result.verifierValues).toEqual({
      sanction: true,
      age: true,
      citizenship: true,
      location: true,
      unique: true,
    })
  })

  test('returns exactly the documented fields in the raw envelope', async () => {
    const { http, body, headers } = await ask(`${server.url}${gateway}/queryKycInfoByAddress`, {
      body: {
        ...credentials(),
        programNo: server.demo.programNo,
        account: 'nobody',
        chainId: '1',
        extra: [1],
      },
    })
    expect(http).toBe(200)
    expect(body).toEqual({
      code: 80000000,
      msg: 'success',
      timestamp: expect.any(Number),
      data: {
        svc_id: '',
        kycStatus: 'Not Started',
        kycCompleteTimeUnix: '',
        ssiAddress: '',
        verifierValues: { sanction: false, age: false, citizenship: false, location: false, unique: false },
      },
    })
    expect(Math.abs(Number(body.timestamp) - Date.now())).toBeLessThan(60_000)
    expect(headers.get('ratelimit-policy')).toBe('"standard";q=100000;w=1')
    expect(headers.get('ratelimit')).toMatch(/^"standard";r=\d+;t=1$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('returns proof of address and accredited investor results', async () => {
    const { poaProgramNo, poaiProgramNo } = server.demo
    const poa = await client.queryAddressProof({ programNo: poaProgramNo, account: 'nobody' })
    expect(poa).toEqual([
      {
        completedTimeUnix: '',
        ssiAddress: '',
        status: 'Not Started',
        verifierValues: { countryRegion: false },
        svcId: '',
      },
    ])
    const passed = server.wallets.get('KYC Passed') ?? ''
    const [proof] = await client.queryAddressProof({ programNo: poaProgramNo, account: passed })
    expect(addressProofStatuses).toContain(proof?.status)
    expect(proof).toMatchObject({ status: 'Verification Passed', verifierValues: { countryRegion: true } })
    const request = { programNo: poaiProgramNo, account: passed, chainId: '137' }
    const investor = await client.queryAccreditedInvestor(request)
    expect(accreditedInvestorStatuses).toContain(investor?.poaiStatus)
    expect(investor).toMatchObject({
      poaiStatus: 'PoAI Passed',
      poaiCompletedTimeUnix: expect.stringMatching(/^\d{13}$/),
      svcId: proof?.svcId,
    })
    expect(await client.queryAccreditedInvestor({ ...request, account: 'nobody' })).toBeNull()
  })

  test('returns statistics if the credentials are in the query or in headers, and rejects contradictory credentials', async () => {
    const { mchNo, apiKey } = server.demo
    const path = `${server.url}/kyc/v1/status`
    const query = `?mch_no=${mchNo}&api_key=${apiKey}`
    const byQuery = await ask(path + query)
    expect(byQuery).toMatchObject({
      http: 200,
      body: {
        code: 200,
        message: 'success',
        data: { kyc_participants: 72, kyc_verified: 40, meid_count: 12 },
      },
    })
    const data = byQuery.body.data as { kyc_participants_daily: { date: string; participants: number }[] }
    const sum = data.kyc_participants_daily.reduce((total, { participants }) => total + participants, 0)
    expect(sum).toBe(72)
    const headers = { mch_no: mchNo, api_key: apiKey }
    expect((await ask(path, { headers })).body).toEqual(byQuery.body)
    expect((await ask(path + query, { headers })).body).toEqual(byQuery.body)
    expect(await ask(`${path}?mch_no=${mchNo}`, { headers: { api_key: apiKey } })).toMatchObject({
      http: 200,
    })
    expect(await ask(path + query, { headers: { ...headers, api_key: 'other' } })).toMatchObject({
      http: 400,
      body: { code: 400, message: expect.stringContaining('api_key'), data: null },
    })
    expect(await ask(path)).toMatchObject({ http: 400, body: { code: 400, data: null } })
    expect((await ask(`${path}?mch_no=${mchNo}&api_key=wrong`)).body).toEqual({
      code: 401,
      message: errorCatalogue.credentials.text,
      data: null,
    })
    expect(await ask(`${path}?mch_no=a&mch_no=b&api_key=c`)).toMatchObject({
      http: 400,
      body: { message: 'parameter error: mch_no must be a string' },
    })
  })

  test('exchanges a token, and returns the exact messages for the three error codes', async () => {
    const { mchNo: appId, apiKey } = server.demo
    const good = { apiKey, appId, apiModePermission: 0, lv: 2 }
    const path = `${server.url}/api/token/get`
    const { body } = await ask(path, { body: good })
    expect(body).toEqual({
      code: 80000000,
      data: { accessToken: expect.stringMatching(/^ey/) },
      msg: 'success',
      timestamp: expect.any(Number),
    })
    const { accessToken } = body.data as { accessToken: string }
    const jwks = createRemoteJWKSet(new URL(`${server.url}/.well-known/jwks.json`))
    const { payload } = await jwtVerify(accessToken, jwks)
    expect(payload).toMatchObject({ sub: appId, mode: 'email' })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(1800)

    expect((await ask(path, { body: { ...good, apiKey: 'wrong' } })).body).toMatchObject({
      code: 81000014,
      data: null,
      msg: errorCatalogue.credentials.text,
    })
    const parameterError = {
      code: 80000002,
      data: null,
      msg: 'parameter error',
      timestamp: expect.any(Number),
    }
    for (const change of [
      { lv: 1 },
      { lv: '2' },
      { apiModePermission: 2 },
      { apiModePermission: '0' },
      { apiKey: 5 },
    ]) {
      expect((await ask(path, { body: { ...good, ...change } })).body, JSON.stringify(change)).toEqual(
        parameterError,
      )
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', '']) {
      const wrong = await ask(path, { raw: JSON.stringify(good), headers: { 'content-type': type } })
      expect(wrong, type).toMatchObject({ http: 200, body: parameterError })
    }
    const charset = { 'content-type': 'application/json; charset=utf-8' }
    expect((await ask(path, { body: good, headers: charset })).body.code).toBe(80000000)
  })

  test('answers the widget’s checks without a key and from any origin', async () => {
    const { mchNo, programNo } = server.demo
    const passed = server.wallets.get('KYC Passed') ?? ''
    const grant = `${server.url}/api/grant/check_v2`
    const headers = { origin: 'https://dapp.example' }
    const yes = await ask(grant, { body: { appId: mchNo, userAccount: passed }, headers })
    expect(yes.body.data).toEqual({ isGrant: true, verifyTime: expect.any(Number), programNo })
    expect(yes.headers.get('access-control-allow-origin')).toBe('*')
    expect(yes.headers.get('ratelimit-policy')).toBe('"open";q=20;w=1, "open-network";q=60;w=1')
    const no = { isGrant: false, verifyTime: null }
    const answer = async (body: object) => (await ask(grant, { body, headers })).body.data
    expect(await answer({ appId: mchNo, userAccount: 'nobody' })).toEqual({ ...no, programNo })
    expect(await answer({ appId: 'M1', userAccount: passed, programNo })).toEqual({ ...no, programNo })
    expect(
      await answer({ appId: mchNo, userAccount: passed, programNo: server.demo.poaProgramNo }),
    ).toMatchObject({
      isGrant: true,
    })
    const meid = `${server.url}/appUserGrantMch/queryBindingMeId`
    expect((await ask(meid, { body: { mchNo, userAccount: passed }, headers })).body).toMatchObject({
      code: 80000000,
      data: true,
    })
    expect((await ask(meid, { body: { mchNo, userAccount: 'nobody' }, headers })).body.data).toBe(false)
    for (const path of [grant, meid]) {
      const preflight = await ask(path, {
        method: 'OPTIONS',
        headers: { ...headers, 'access-control-request-method': 'POST' },
      })
      expect(preflight.http).toBe(204)
      expect(preflight.headers.get('access-control-allow-methods')).toBe('POST')
      expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
    }
  })

  test('does not find unknown programs, or programs of another merchant or kind', async () => {
    const request = async (programNo: string) =>
      await ask(`${server.url}${gateway}/kyc/getUsersList`, {
        body: { ...credentials(), programNo, page: 1 },
      })
    expect(await request('123456789012')).toMatchObject({ http: 200, body: { code: 81000015, data: null } })
    expect((await request(server.demo.poaProgramNo)).body).toMatchObject({
      code: 81000015,
      msg: expect.stringContaining('PoA program'),
    })
    const chain = await ask(`${server.url}${gateway}/queryKycInfoByAddressForPoa`, {
      body: { ...credentials(), programNo: server.demo.poaiProgramNo, account: 'x', chainId: '1' },
    })
    expect(chain).toMatchObject({ http: 200, body: { code: 81000016, data: null } })
  })

  test("rejects unknown paths and wrong methods in the surface's envelope", async () => {
    const notFound = (path: string, method = 'POST') =>
      ask(`${server.url}${path}`, method === 'POST' ? { body: {} } : { method })
    expect(await notFound('/zkseradmin/openapi/nothing')).toMatchObject({
      http: 404,
      body: { code: 80000005, data: null },
    })
    expect(await notFound('/zkseradmin/openapi/kyt/nothing')).toMatchObject({
      http: 404,
      body: { code: 404, data: null },
    })
    expect(await notFound('/kyc/v2/status', 'GET')).toMatchObject({ http: 404, body: { code: 404 } })
    expect(await notFound('/api/nothing')).toMatchObject({ http: 404, body: { code: 80000005 } })
    expect(await notFound('/nothing')).toMatchObject({ http: 404, body: { code: 404 } })
    const page = await ask(`${server.url}/nothing`, { headers: { accept: 'text/html' } })
    expect(page).toMatchObject({ http: 404 })
    expect(page.text).toContain('<!doctype html>')

    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const wrong = await notFound(`${gateway}/kyc/getUsersList`, method)
      expect(wrong, method).toMatchObject({ http: 405, body: { code: 80000006, data: null } })
      expect(wrong.headers.get('allow')).toBe('POST')
    }
    const statistics = await notFound('/kyc/v1/status')
    expect(statistics).toMatchObject({ http: 405, body: { code: 405, message: 'wrong method', data: null } })
    expect(statistics.headers.get('allow')).toBe('GET')
  })

  test('serves health and metrics', async () => {
    expect(await ask(`${server.url}/health/live`)).toMatchObject({ http: 200, body: { status: 'live' } })
    expect(await ask(`${server.url}/health/ready`, { method: 'HEAD' })).toMatchObject({ http: 200, text: '' })
    expect(await ask(`${server.url}/health/ready`)).toMatchObject({
      http: 200,
      body: { status: 'ready', store: 'ok', ledger: 'ok', limits: 'ok' },
    })
    const { text } = await ask(`${server.metricsUrl}/metrics`)
    expect(text).toMatch(/touchstone_requests_total\{operation="getUsersList",code="80000000"\} [1-9]/)
    expect(text).toMatch(/touchstone_request_seconds_bucket\{le="0.005",operation="getUsersList"\}/)
    expect(text).toContain('touchstone_risk_scores{state="waiting"} 0')
    expect(text).toContain('touchstone_risk_scores_refused_total{limit="merchant"} 0')
    expect((await ask(`${server.url}/metrics`)).http, 'the public port serves no metrics').toBe(404)
  })
})
