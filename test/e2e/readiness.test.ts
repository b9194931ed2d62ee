import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding, Programs, ServiceHealth } from '@touchstone/contract'
import { openServer } from '@touchstone/storage'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, signInByMail } from '../support/dashboard-page.ts'
import { freshDatabase } from '../support/engines.ts'
import { hostWidget } from '../support/journeys/host-widget.ts'
import { openVisit } from '../support/journeys/open-visit.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { runCli } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'
import { violationsOf } from '../support/violations-of.ts'

// An installation that lacks something must say so, before people provide their data.

let dashboard: TestDashboard
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-readiness-'))
  dashboard = await startDashboard({ engine: 'server' })
}, demoTimeout)
afterAll(async () => {
  await dashboard?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const keyOf = () => dashboard.server.demo

async function removeLists(): Promise<void> {
  const database = await openServer({ url: dashboard.server.databaseUrl ?? '' })
  await database.run("update screening_list_version set state = 'replaced' where state = 'current'")
  await database.close()
}

async function importList(): Promise<void> {
  const file = join(folder, 'own.csv')
  writeFileSync(file, `name,birth_date\nSomebody Listed ${Math.floor(performance.now())},1970-01-01\n`)
  const imported = await dashboard.cli('list', 'import', file, '--format', 'plain-csv', '--list', 'own')
  expect(imported).toMatchObject({ code: 0 })
}

describe('without a sanctions list', () => {
  test('the page says that verification is not available, before anything is asked', async () => {
    await removeLists()
    const { url, demo } = dashboard.server
    const site = await hostWidget(url, {
      ...{ appId: demo.mchNo, programNo: demo.programNo, level: 'zkKYC', mode: 'email' },
    })
    const visit = await openVisit({ url: `${site.url}/?chain=137` })
    onTestFinished(async () => {
      await visit.close()
      await site.stop()
    })
    await visit.page.exposeFunction('askSite', async (method: string) => {
      if (method === 'getUserAccounts') return ['ada@example.com']
      const body = { apiKey: keyOf().apiKey, appId: keyOf().mchNo, apiModePermission: 0, lv: 2 }
      const answer = await fetch(`${url}/api/token/get`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken
    })
    await visit.page.getByRole('button', { name: 'Verify' }).click()
    await visit.sees('Verification is not available right now')
    expect(await visit.frame.locator('input, video').count()).toBe(0)
    expect(visit.callsTo('/frame/api/authorize')).toBe(0)
    const heard = await visit.page.evaluate(() => (globalThis as unknown as { heard: object[] }).heard)
    expect(heard).toContainEqual(expect.objectContaining({ event: 'error', code: 'program.unavailable' }))
    expect(await violationsOf(visit.page)).toEqual([])

    // The same page continues after the operator has imported a list.
    await importList()
    await visit.press('Try again')
    await visit.frame.getByRole('button', { name: 'Agree and continue' }).waitFor()
    expect(visit.callsTo('/frame/api/session')).toBeGreaterThan(1)
  })

  test('the dashboard, Health and doctor name the reason and the remedy', async () => {
    await removeLists()
    onTestFinished(importList)
    const { own, server } = dashboard
    const { browser } = await dashboard.member('owner')
    const { programs } = (await browser.get(`/merchants/${own}/programs`)).body as Programs
    const missing = Object.fromEntries(programs.map(({ programNo, missing }) => [programNo, missing]))
    expect(missing[server.demo.programNo]).toEqual(['sanctions-list'])
    expect(missing[server.demo.meidProgramNo]).toEqual([])

    const operator = await dashboard.member('operator')
    const health = (await operator.browser.get('/operator/health')).body as ServiceHealth
    const doctor = await dashboard.cli('doctor', '--json')
    expect(doctor.code).toBe(1)
    const found = JSON.parse(doctor.stdout) as Finding[]
    for (const check of ['sanctions lists', `program ${server.demo.programNo}`]) {
      const expected = health.checks.find((each) => each.check === check)
      expect(expected?.found).toContain('no sanctions list is imported')
      expect(expected?.remedy).toContain('touchstone list import')
      expect(found).toContainEqual(expected)
    }

    const { page, problems, close } = await openDashboardPage(await sharedBrowser(), dashboard)
    await signInByMail(page, dashboard, operator.email)
    await page.goto(`${server.url}/dashboard/service/health`)
    await page.getByText('no sanctions list is imported', { exact: true }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })
})

describe('doctor', () => {
  test('sends a test message to the given address, and to nobody otherwise', async () => {
    const env = { ...dashboard.server.stores, SMTP_URL: dashboard.smtp.url }
    const before = dashboard.smtp.mails.length
    const quiet = await runCli(['doctor'], env)
    expect(quiet.stdout).toMatch(/ok +mail +the mail server accepts connections/)
    expect(dashboard.smtp.mails).toHaveLength(before)
    const { stdout } = await runCli(['doctor', '--mail', 'ops@example.com'], env)
    expect(stdout).toMatch(/ok +mail +the mail server accepted a test message/)
    expect(dashboard.smtp.mails.at(-1)).toMatchObject({
      to: ['ops@example.com'],
      subject: expect.any(String),
    })
    const away = await runCli(['doctor'], { ...env, SMTP_URL: 'smtp://127.0.0.1:1' })
    expect(away.stdout).toMatch(/WRONG +mail +the mail server failed: /)
  })

  test('compares the clock with the database, and checks keys, chain and host names', async () => {
    const { stdout } = await dashboard.cli('doctor')
    expect(stdout).toMatch(/ok +clock +0\.\d s from the clock of the database/)
    expect(stdout).toMatch(/ok +face check /)
    expect(stdout).toMatch(/ok +proof keys +development keys/)
    expect(stdout).toMatch(/ok +home chain +the contracts are deployed on chain 137/)
    expect(stdout).toMatch(/ok +host names /)
  })
})

describe('init', () => {
  const read = (path: string) => readFileSync(path, 'utf8')

  test('writes the files once, with modes and values, and lists what is missing with its command', async () => {
    const target = join(folder, 'new')
    const DATABASE_URL = await freshDatabase()
    const values = ['--smtp-url', dashboard.smtp.url, '--public-url', 'https://verify.example.com']
    const made = await runCli(['init', '--yes', '--folder', target, ...values], { DATABASE_URL })
    expect(made).toMatchObject({ code: 0 })
    const [file, keys] = [join(target, 'touchstone.env'), join(target, 'faceprint-keys')]
    for (const path of [file, keys]) expect(statSync(path).mode & 0o777).toBe(0o600)
    const set = read(file)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(set.map((line) => line.split('=')[0]).toSorted()).toEqual(
      [
        ...['DATABASE_URL', 'FACEPRINT_KEYS', 'NODE_ENV', 'PUBLIC_URL', 'SMTP_URL'],
        ...['TOUCHSTONE_DATA', 'TOUCHSTONE_SECRET'],
      ].toSorted(),
    )
    const secret = /^TOUCHSTONE_SECRET=([0-9a-f]{64})$/m.exec(read(file))?.[1] ?? 'none'
    for (const shown of [made.stdout, made.stderr]) {
      expect(shown).not.toContain(secret)
      expect(shown).not.toContain(read(keys).split(' ')[1]?.trim() ?? 'none')
    }
    expect(made.stdout).toMatch(/WRONG +sanctions lists .*touchstone list import/)
    expect(made.stdout).toMatch(/WRONG +home chain .*CHAIN_RPC/)
    expect(made.stdout).toMatch(/WRONG +proof keys /)
    expect(made.stdout).toMatch(/note +ledger data /)
    expect(made.stdout).not.toMatch(/mail +the mail server failed/)

    const again = await runCli(['init', '--yes', '--folder', target, ...values], { DATABASE_URL })
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already exist') })
    expect(read(file)).toContain(secret)
    // A lost key file is created again, without a change to the settings.
    const settings = read(file)
    rmSync(keys)
    const renewed = await runCli(['init', '--yes', '--no-check', '--folder', target], {})
    expect(renewed).toMatchObject({ code: 0, stderr: expect.stringContaining(`wrote ${keys}.`) })
    expect(read(file)).toBe(settings)
  })

  test('writes nothing if a value is invalid', async () => {
    const target = join(folder, 'invalid')
    const refused = await runCli(['init', '--yes', '--folder', target, '--smtp-url', 'mail'], {})
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('SMTP_URL') })
    expect(() => statSync(target)).toThrow()
  })
})
