import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { demoTimeout } from '../support/timeouts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, demoTimeout)
afterAll(() => server.stop())

test('writes no secrets or personal data to logs, metrics or error messages', async () => {
  const { mchNo, apiKey, programNo } = server.demo
  const wallet = server.wallets.get('KYC Passed') ?? ''
  const secrets = [
    apiKey,
    apiKey.slice(9),
    'zelda.private@example.com',
    'customer-4711',
    wallet,
    'wrong-key-value',
  ]
  const gateway = `${server.url}/zkseradmin/openapi`
  const accounts = [wallet, 'zelda.private@example.com', 'customer-4711']
  const texts: string[] = []
  const send = async (url: string, body?: unknown, headers?: Record<string, string>) => {
    const { text } = await ask(url, {
      ...(body === undefined ? {} : { raw: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(headers ? { headers } : {}),
    })
    return text
  }

  for (const account of accounts) {
    const base = { mchNo, apiKey, programNo, account, chainId: '137' }
    await send(`${gateway}/queryKycInfoByAddress`, base)
    texts.push(await send(`${gateway}/queryKycInfoByAddress`, { ...base, apiKey: 'wrong-key-value' }))
    texts.push(await send(`${gateway}/queryKycInfoByAddress`, { ...base, chainId: account }))
    texts.push(await send(`${gateway}/queryKycInfoByAddress`, { ...base, chainId: 5 }))
    texts.push(await send(`${gateway}/queryKycInfoByAddress`, { ...base, account: [account] }))
    texts.push(await send(`${gateway}/queryKycInfoByAddress`, `{"apiKey":"${apiKey}","account":"${account}"`))
    texts.push(await send(`${gateway}/${account}`, base))
    await send(`${server.url}/api/grant/check_v2`, { appId: mchNo, userAccount: account })
    await send(`${server.url}/appUserGrantMch/queryBindingMeId`, { mchNo, userAccount: account })
  }
  await send(`${server.url}/api/token/get`, { apiKey, appId: mchNo, apiModePermission: 0, lv: 2 })
  await send(`${gateway}/kyc/getUsersList`, { mchNo, apiKey, programNo, page: 1 })
  await send(`${server.url}/kyc/v1/status?mch_no=${mchNo}&api_key=${apiKey}`)
  await send(`${server.url}/kyc/v1/status`, undefined, { mch_no: mchNo, api_key: apiKey })
  texts.push(await send(`${server.url}/kyc/v1/status?mch_no=${mchNo}&api_key=wrong-key-value`))

  const metrics = await send(`${server.metricsUrl}/metrics`)
  const logs = server.logs.join('')
  expect(logs.match(/"msg":"request"/g)?.length).toBeGreaterThan(25)
  for (const secret of secrets) {
    expect(logs).not.toContain(secret)
    expect(metrics).not.toContain(secret)
    expect(texts.join()).not.toContain(secret)
  }
  expect(logs, 'no email address').not.toContain('@example.com')
  expect(logs, 'no query string').not.toContain('api_key=')
})

test('one line per request: id, merchant, operation, code, ms', async () => {
  const { mchNo, apiKey, programNo } = server.demo
  const before = server.logs.length
  const { headers } = await ask(`${server.url}/zkseradmin/openapi/kyc/getUsersList`, {
    body: { mchNo, apiKey, programNo, page: 1 },
  })
  const lines = server.logs.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.filter(({ id }) => id === headers.get('x-request-id'))).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      id: expect.any(String),
      merchant: mchNo,
      operation: 'getUsersList',
      code: 80000000,
      ms: expect.any(Number),
      msg: 'request',
    },
  ])
})
