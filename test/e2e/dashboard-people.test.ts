import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, type DashboardBrowser, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { demoTimeout } from '../support/timeouts.ts'

type Person = { svcId: string; status: string; wallet: string | null; programNo: string; ended: boolean }
type Page = { people: Person[]; total: number | null; next: string | null }

let dashboard: TestDashboard
let browser: DashboardBrowser
beforeAll(async () => {
  dashboard = await startDashboard()
  browser = (await dashboard.member('compliance')).browser
}, demoTimeout)
afterAll(() => dashboard?.stop())

const people = (path: string, body: object = {}, mchNo = dashboard.own, by = browser) =>
  by.post(`/merchants/${mchNo}/people/${path}`, { ...body })
const search = async (body: object = {}) => (await people('search', body)).body as Page

test('lists, filters, finds and shows the demo’s people without their email addresses', async () => {
  const first = await search()
  expect(first.people).toHaveLength(50)
  expect(first.total).toBeGreaterThan(50)
  const second = await search({ after: first.next })
  const seen = [...first.people, ...second.people].map(({ svcId, programNo }) => `${svcId} ${programNo}`)
  expect(new Set(seen).size).toBe(seen.length)
  const passed = await search({ status: 'KYC Passed', programNo: dashboard.server.demo.programNo })
  expect(new Set(passed.people.map(({ status }) => status))).toEqual(new Set(['KYC Passed']))
  const wallet = dashboard.server.wallets.get('KYC Passed') ?? ''
  const [found] = (await search({ find: wallet, status: 'KYC Passed' })).people
  expect(found?.wallet?.toLowerCase()).toBe(wallet.toLowerCase())
  const shown = await people('show', { svcId: found?.svcId })
  expect(shown.body).toMatchObject({ svcId: found?.svcId, journeys: expect.any(Array) })
  expect(`${shown.text} ${JSON.stringify(first)}`).not.toMatch(/@(?!\d)[a-z]+\.[a-z]+/)
})

test('exports everyone as a CSV file and logs the export', async () => {
  const { http, headers, text } = await people('export', {})
  expect([http, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers.get('content-disposition')).toContain('people.csv')
  expect(text.trimEnd().split('\r\n')).toHaveLength(((await search()).total ?? 0) + 1)
  const { browser: owner } = await dashboard.member('owner')
  expect((await owner.get(`/merchants/${dashboard.own}/audit`)).text).toContain('people.exported')
})

test('gives the same answer for a person of another merchant and for an unknown person', async () => {
  const { browser: theirs } = await dashboard.member('owner', dashboard.foreign)
  const [somebody] = (await search()).people
  for (const path of ['show', 'end', 'lift-ending']) {
    const foreign = await people(path, { svcId: somebody?.svcId }, dashboard.foreign, theirs)
    const unknown = await people(path, { svcId: 'nobody' }, dashboard.foreign, theirs)
    expect([foreign.http, codeOf(foreign)]).toEqual([404, 'person.unknown'])
    expect(foreign.text).toBe(unknown.text)
  }
  const { body } = await people('search', { find: somebody?.svcId }, dashboard.foreign, theirs)
  expect(body).toEqual({ people: [], total: null, next: null })
})

test('shows an ending that is in force, and lifts it once', async () => {
  const { programNo } = dashboard.server.demo
  const [svcId] = (await search({ status: 'KYC Passed', programNo })).people.slice(-1).map((one) => one.svcId)
  const endings = async () => ((await people('show', { svcId })).body as { endings: object[] }).endings
  const notEnded = await people('lift-ending', { svcId })
  expect([notEnded.http, codeOf(notEnded)]).toEqual([422, 'person.not-ended'])
  await people('end', { svcId, programNo })
  expect(await endings()).toMatchObject([{ programNo, at: expect.stringMatching(/Z$/) }])
  expect(await people('lift-ending', { svcId })).toMatchObject({ http: 200 })
  expect(await endings()).toEqual([])
  expect(codeOf(await people('lift-ending', { svcId }))).toBe('person.not-ended')
  const { browser: owner } = await dashboard.member('owner')
  expect((await owner.get(`/merchants/${dashboard.own}/audit`)).text).toContain('people.ending-lifted')
})

test('ends a relationship, and only the operator can delete a person', async () => {
  const { programNo } = dashboard.server.demo
  const [one, two] = (await search({ status: 'KYC Passed', programNo })).people
  expect(await people('end', { svcId: one?.svcId, programNo })).toMatchObject({ http: 200 })
  const [ended] = (await search({ find: one?.svcId, programNo })).people
  expect(ended).toMatchObject({ ended: true, wallet: null })
  const { browser: operator } = await dashboard.member('operator')
  const forget = { svcId: two?.svcId }
  expect(await people('forget', forget, dashboard.own, operator)).toMatchObject({ http: 200 })
  const [forgotten] = (await search({ find: two?.svcId, programNo })).people
  expect(forgotten?.wallet).toBeNull()
  const log = (await operator.get(`/merchants/${dashboard.own}/audit`)).text
  expect(log).toContain('people.ended')
  expect(log).toContain('people.forgotten')
})

test('rejects invalid input with the field name', async () => {
  const refused = [
    await people('search', { programNo: 'x' }),
    await people('search', { programNo: '000000000000' }),
    await people('search', { status: 'Not Started' }),
    await people('search', { from: 'yesterday' }),
    await people('search', { to: '2026-02-31' }),
    await people('search', { after: 'AAAA' }),
    await people('search', { find: '' }),
    await people('export', { from: 1 }),
    await people('show', {}),
    await people('end', { svcId: 'x', programNo: 1 }),
  ]
  expect(refused.map((answer) => [answer.http, codeOf(answer)])).toEqual([
    [400, 'parameter.programNo'],
    [400, 'parameter.program-number'],
    [400, 'parameter.status'],
    [400, 'parameter.from'],
    [400, 'parameter.to'],
    [400, 'parameter.after'],
    [400, 'parameter.find'],
    [400, 'parameter.from'],
    [400, 'parameter.svcId'],
    [400, 'parameter.programNo'],
  ])
})
