import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createClient } from '@touchstone/client'
import type { AuditLog, Questions, ReportFile, RiskReport } from '@touchstone/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type DashboardBrowser,
  retryLimited,
  startDashboard,
  type TestDashboard,
} from '../support/dashboard.ts'
import { openDashboardPage, openDemo } from '../support/dashboard-page.ts'
import { pagesOfPdf } from '../support/pdf-text.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { demoTimeout } from '../support/timeouts.ts'

let dashboard: TestDashboard
let browser: Browser
let officer: DashboardBrowser
let email: string
let base: string
beforeAll(async () => {
  dashboard = await startDashboard({ ledger: true })
  browser = await sharedBrowser()
  const member = await dashboard.member('compliance')
  officer = member.browser
  email = member.email
  base = `/merchants/${dashboard.own}`
}, demoTimeout)
afterAll(() => dashboard?.stop())

const demoAddress = (what: RegExp) => {
  const found = dashboard.server.demo.addresses.find((address) => what.test(address.what))
  if (found === undefined) throw new Error(`no demo address is ${what}`)
  return { coin: found.coin, address: found.address }
}
async function post<Answer>(by: DashboardBrowser, path: string, body: object = {}): Promise<Answer> {
  const answer = await retryLimited(() => by.post(`${base}${path}`, body as Record<string, unknown>))
  expect(answer.http, answer.text).toBe(200)
  return answer.body as Answer
}
const questionsAbout = async (of: object) =>
  (await post<Questions>(officer, '/questions/list', { of })).questions

test('records questions of members, agents and the command line, and of the API only if an owner enables it', async () => {
  const query = demoAddress(/thief/i)
  const { demo, url } = dashboard.server
  const { explanation } = await post<RiskReport>(officer, '/risk', query)
  // Pages repeat a question when they become visible.
  await post(officer, '/risk', query)
  const client = new Client({ name: 'test', version: '1' })
  const headers = { mch_no: demo.mchNo, api_key: demo.apiKey }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  await client.callTool({ name: 'score', arguments: query })
  await client.close()
  const called = await dashboard.cli('call', 'getRiskScore', `coin=${query.coin}`, `address=${query.address}`)
  expect(called.code, called.stderr).toBe(0)
  const api = createClient({ baseUrl: url, mchNo: demo.mchNo, apiKey: demo.apiKey })
  await api.call('getRiskScore', query)

  const keyId = demo.apiKey.split('.')[0]
  const found = await questionsAbout(query)
  expect(found.map(({ channel, by }) => [channel, by])).toEqual([
    ['command-line', keyId],
    ['mcp', keyId],
    ['dashboard', email],
  ])
  const { score, risk_level: level, coverage, model, data } = explanation
  for (const question of found)
    expect(question).toMatchObject({
      ...{ ...query, txid: '', score, level, coverage: coverage.state },
      versions: { model: model.version, policy: model.policy_fingerprint, ledger: data.ledger_version },
    })
  expect((await officer.post(`${base}/questions/rule`, { recordsApi: true })).http).toBe(403)
  const { browser: owner } = await dashboard.member('owner')
  await post(owner, '/questions/rule', { recordsApi: true })
  await expect
    .poll(
      async () => {
        await api.call('getRiskScore', query)
        return (await questionsAbout(query))[0]?.channel
      },
      { timeout: 10_000 },
    )
    .toBe('api')
  const ofMember = await post<Questions>(officer, '/questions/list', { member: found[2]?.member })
  expect(new Set(ofMember.questions.map(({ by }) => by))).toEqual(new Set([email]))
  const exported = await officer.get(`${base}/questions.csv`)
  expect(exported.text).toContain(`dashboard,${email}`)
  expect(exported.text.split('\r\n')[0]).toBe(
    'time,channel,by,member,coin,address,txid,score,level,coverage,model,policy,ledger,labels,prices',
  )
})

test('stores decisions with reason and author, and shows the author in the audit log by e-mail', async () => {
  const query = demoAddress(/exchange|merchant|shop|client/i)
  await post(officer, '/risk/decide', { ...query, decision: 'investigate', reason: 'A large first deposit.' })
  await post(officer, '/risk/decide', {
    ...query,
    decision: 'allow',
    reason: 'Source of funds is documented.',
  })
  const { decisions } = await post<RiskReport>(officer, '/risk', query)
  expect(decisions).toMatchObject([
    { decision: 'allow', reason: 'Source of funds is documented.', by: email },
    { decision: 'investigate', by: email },
  ])
  const { browser: owner } = await dashboard.member('owner')
  const log = (await retryLimited(() => owner.get(`${base}/audit`))).body as AuditLog
  expect(log.entries).toContainEqual(
    expect.objectContaining({ action: 'risk.decided', by: email, detail: expect.anything() }),
  )
  expect(JSON.stringify(log)).not.toContain(query.address)
})

test('saves a report that the command line verifies, and finds an edited one', async () => {
  const file = await post<ReportFile>(officer, '/reports', demoAddress(/thief/i))
  expect(file.report).toMatchObject({ author: { email }, merchant: { mch_no: dashboard.own } })
  const path = join(dashboard.server.dataFolder, 'saved.json')
  const verify = async (content: ReportFile) => {
    writeFileSync(path, JSON.stringify(content))
    return await dashboard.cli('report', 'verify', path)
  }
  const genuine = await verify(file)
  expect(genuine, genuine.stderr).toMatchObject({ code: 0 })
  expect(genuine.stdout).toContain('The report is genuine.')
  expect(genuine.stdout).toContain('recorded when it was saved')
  const edited = structuredClone(file)
  edited.report.answer.explanation.score = 3
  const refused = await verify(edited)
  expect(refused.code).toBe(1)
  expect(refused.stdout).toContain('INVALID')
  expect(refused.stdout).toContain('explanation.score')
  const own = join(dashboard.server.dataFolder, 'own.json')
  const { coin, address } = demoAddress(/thief/i)
  const saved = await dashboard.cli(
    ...['report', 'save', own, '--merchant', dashboard.own, '--coin', coin, '--address', address],
  )
  expect(saved, saved.stderr).toMatchObject({ code: 0 })
  expect((await dashboard.cli('report', 'verify', own)).code).toBe(0)
  expect(JSON.parse(readFileSync(own, 'utf8')).report.author.channel).toBe('command-line')
})

test('leads from a question to a decision and a printed report of one to three pages', async () => {
  const { page, close } = await openDashboardPage(browser, dashboard)
  await openDemo(page, dashboard)
  const { coin, address } = demoAddress(/thief/i)
  await page.goto(`${dashboard.server.url}/dashboard/risk#${new URLSearchParams({ coin, address })}`)
  await page.getByText('Prohibit withdrawals and trading, and report the address').first().waitFor()
  await page.getByRole('button', { name: 'Save decision' }).click()
  await page.getByRole('button', { name: 'Save decision' }).click()
  await page.getByText('State why you decide so.').waitFor()
  await page.getByLabel('Reason').fill('Funds of the bridge theft.')
  await page.getByRole('button', { name: 'Save decision' }).click()
  await page.getByRole('cell', { name: 'Funds of the bridge theft.' }).waitFor()
  await page.getByRole('button', { name: 'Save as report' }).click()
  await page.getByRole('heading', { name: 'Risk report' }).waitFor()
  await page.getByText('touchstone report verify').waitFor()
  const pages = pagesOfPdf(await page.pdf({ format: 'Letter' }))
  expect(pages.length).toBeGreaterThan(0)
  expect(pages.length).toBeLessThanOrEqual(3)
  await page.getByRole('link', { name: 'All reports' }).click()
  await page.getByRole('link', { name: 'Open' }).first().waitFor()
  await close()
})
