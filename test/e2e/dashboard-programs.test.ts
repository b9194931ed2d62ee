import type { ProgramHistory, ProgramRow } from '@touchstone/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, signInByMail } from '../support/dashboard-page.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { demoTimeout } from '../support/timeouts.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startDashboard()
}, demoTimeout)
afterAll(() => dashboard?.stop())

const requirements = {
  ...{ checks: ['sanction', 'age'], minimumAge: 21, allowedCountries: null, barredCountries: ['PRK'] },
  ...{ minimumIncome: null, minimumNetWorth: null, mintMode: 'cross-chain', chainId: '137' },
}

test('creates a program version with other requirements, and shows its author in the history', async () => {
  const { browser } = await dashboard.member('developer')
  const base = `/merchants/${dashboard.own}/programs`
  const programs = (await browser.get(base)).body.programs as ProgramRow[]
  const program = programs.find(({ kind, mintMode }) => kind === 'KYC' && mintMode === 'cross-chain')
  const programNo = program?.programNo ?? ''
  const changed = await browser.post(`${base}/version`, { programNo, ...requirements })
  const lines = changed.body.programs as ProgramRow[]
  expect(lines.find((line) => line.programNo === programNo)).toMatchObject({ version: 2, ...requirements })

  const history = (await browser.get(`${base}/history?programNo=${programNo}`)).body as ProgramHistory
  expect(history.versions).toMatchObject([
    { version: 2, ...requirements, people: 0 },
    { version: 1, people: program?.users, checks: program?.checks },
  ])
  expect(history.changes[0]).toMatchObject({
    action: 'program.changed',
    actor: 'member',
    by: expect.stringMatching(/^U[0-9]{15}$/),
    detail: { version: '1 → 2', minimumAge: expect.stringMatching(/→ 21$/) },
  })

  const refused = [
    await browser.post(`${base}/version`, { programNo, ...requirements }),
    await browser.post(`${base}/version`, { programNo, ...requirements, checks: ['age', 'sanction'] }),
    await browser.post(`${base}/version`, { programNo, ...requirements, checks: ['fingerprint'] }),
    await browser.post(`${base}/version`, { programNo, ...requirements, minimumAge: 200 }),
    await browser.post(`${base}/version`, { programNo }),
    await browser.post(`${base}/version`, { ...requirements, programNo: '0'.repeat(12) }),
    await browser.get(`${base}/history?programNo=x`),
    await browser.get(`${base}/history`),
  ]
  expect(refused.map((answer) => [answer.http, codeOf(answer)])).toEqual([
    [400, 'parameter.requirements'],
    [400, 'parameter.requirements'],
    [400, 'parameter.checks'],
    [400, 'parameter.minimum-age'],
    [400, 'parameter.checks'],
    [400, 'parameter.program-number'],
    [400, 'parameter.programNo'],
    [400, 'parameter.programNo'],
  ])
  const after = (await browser.get(`${base}/history?programNo=${programNo}`)).body as ProgramHistory
  expect(after).toEqual(history)
})

test('creates a program in test mode, which no request can change', async () => {
  const { browser } = await dashboard.member('developer')
  const base = `/merchants/${dashboard.own}/programs`
  const draft = {
    ...{ ...requirements, kind: 'KYC', name: 'Sandbox', theme: 'auto', allowedDomains: [], test: true },
    ...{ walletProof: 'when-asked', meidRebindDays: 30, colourFree: false },
  }
  const preview = await browser.post(`${base}/preview`, draft)
  expect(preview.body).toMatchObject({ stages: ['authorize', 'login', 'test', 'proof', 'mint', 'consent'] })
  const { programNo, test } = (await browser.post(base, draft)).body as ProgramRow
  expect(test).toBe(true)
  const rowOf = async () => {
    const { programs } = (await browser.get(base)).body as { programs: ProgramRow[] }
    return programs.find((each) => each.programNo === programNo)
  }
  const { kind: _, ...settings } = draft
  const changed = await browser.post(`${base}/change`, { ...settings, programNo, name: 'Live', test: false })
  expect(changed.http).toBe(200)
  await browser.post(`${base}/version`, { ...requirements, programNo, minimumAge: 18, test: false })
  expect(await rowOf()).toMatchObject({ name: 'Live', version: 2, test: true })
  const { test: __, ...real } = draft
  expect((await browser.post(base, real)).body).toMatchObject({ test: false })
})

test("gives the same answer for another merchant's program and for an unknown program", async () => {
  const { browser } = await dashboard.member('developer', dashboard.foreign)
  const { programNo } = dashboard.server.demo
  const base = `/merchants/${dashboard.foreign}/programs`
  for (const answer of [
    await browser.post(`${base}/version`, { programNo, ...requirements }),
    await browser.get(`${base}/history?programNo=${programNo}`),
  ])
    expect(answer).toMatchObject({ http: 400, body: { error: { code: 'parameter.program-number' } } })
})

test('creates a new version step by step in the browser and shows its history', async () => {
  const email = 'versions@example.com'
  await dashboard.cli('member', 'add', dashboard.foreign, email, '--role', 'developer')
  const program = ['program', 'create', 'Versions', '--merchant', dashboard.foreign, '--kind', 'KYC']
  await dashboard.cli(...program, '--checks', 'sanction')
  const { page, problems, close } = await openDashboardPage(await sharedBrowser(), dashboard)
  await signInByMail(page, dashboard, email)
  await page.getByRole('link', { name: 'Programs' }).click()
  await page.getByRole('link', { name: 'Change the requirements' }).click()
  const next = () => page.getByRole('button', { name: 'Continue' }).click()
  const back = () => page.getByRole('button', { name: 'Back', exact: true }).click()
  await next()
  await next()
  await page.getByText('Nothing to change: version 1 already has these requirements.').waitFor()
  expect(await page.getByRole('button', { name: 'Create version 2' }).count()).toBe(0)
  await back()
  await back()
  await page.getByLabel('Minimum age').check()
  await page.getByLabel('Minimum age').last().fill('18')
  await next()
  await next()
  await page.getByText('People who have already started continue with version 1').waitFor()
  await page.getByRole('button', { name: 'Create version 2' }).click()
  await page.getByRole('heading', { name: 'Versions and changes' }).waitFor()
  await page.getByRole('heading', { name: 'Version 2' }).waitFor()
  await page.getByRole('cell', { name: 'version: 1 → 2' }).waitFor()
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Version 2',
    'Version 1',
    'Change log',
  ])
  expect(problems).toEqual([])
  await close()
})
