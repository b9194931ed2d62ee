import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServiceHealth } from '@touchstone/contract'
import { openServer } from '@touchstone/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DashboardBrowser, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { demoTimeout } from '../support/timeouts.ts'

// The attacker can read the database, the logs, the metrics, the audit log, the dashboard or the process list, or
// controls a host that a source names. None of these may reveal the key of a source, and no response of that host may
// make the service send requests elsewhere.

const key = 'AttackersWantThisKey42'
const address = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'

let dashboard: TestDashboard
let operator: DashboardBrowser
let explorer: Server
let answer: (path: string) => { status?: number; location?: string; body?: unknown }
const paths: string[] = []
/** The age of the newest block in seconds. */
let headAge = 0

beforeAll(async () => {
  // Commands use the real time, so the server must as well: a source is backed off for 30 seconds.
  const clock = { now: () => Date.now() }
  dashboard = await startDashboard({ engine: 'server', ledger: true, clock })
  operator = (await dashboard.member('operator')).browser
  explorer = createServer((request, response) => {
    paths.push(request.url ?? '')
    const { status = 200, location, body } = answer(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => explorer.listen(0, '127.0.0.1', resolve))
}, demoTimeout)
afterAll(async () => {
  explorer?.close()
  await dashboard?.stop()
})

/** Behaves like an Esplora instance with one block. */
function answerLikeEsplora(path: string) {
  if (path.endsWith('/blocks'))
    return {
      body: [{ id: 'ab'.repeat(32), height: 900_000, timestamp: Math.floor(Date.now() / 1000) - headAge }],
    }
  return path.endsWith('/txs/chain') ? { body: [] } : { body: { address, chain_stats: { tx_count: 0 } } }
}

const origin = () => `127.0.0.1:${(explorer.address() as AddressInfo).port}`
const keyFile = () => {
  const file = join(dashboard.server.dataFolder, 'source.key')
  writeFileSync(file, `${key}\n`)
  return file
}
const add = async (...rest: string[]) =>
  await dashboard.cli('source', 'add', 'esplora', '--network', 'BTC', '--key-file', keyFile(), ...rest)
const health = async () => ((await operator.get('/operator/health')).body as ServiceHealth).sources

test('shows a source everywhere, and its key nowhere', async () => {
  answer = answerLikeEsplora
  expect(await health()).toMatchObject({ state: 'off', sources: [] })
  const added = await add('--url', `http://${origin()}/{key}/api`, '--rate', '50')
  expect(added).toMatchObject({ code: 0, stderr: '' })
  const tested = await dashboard.cli('source', 'test', 'esplora-btc', '--address', address)
  expect(tested.code, tested.stderr).toBe(0)
  expect(tested.stdout).toMatch(/^Newest block +900000, [-\d]{10}T[:.\d]+Z$/m)
  expect(tested.stdout).toMatch(/^Transactions of the address +0$/m)
  expect(paths).toEqual(expect.arrayContaining([`/${key}/api/blocks`]))
  const listed = await dashboard.cli('source', 'list')
  expect(listed.stdout).toContain(`esplora-btc  BTC      ${origin()}  50`)
  expect(await health()).toMatchObject({
    state: 'good',
    sources: [
      { name: 'esplora-btc', network: 'BTC', host: origin(), state: 'good', answeredAt: expect.any(String) },
    ],
  })
  const metrics = await (await fetch(`${dashboard.server.metricsUrl}/metrics`)).text()
  expect(metrics).toContain('touchstone_source_backed_off{source="esplora-btc"} 0')
  const doctor = await dashboard.cli('doctor')
  expect(doctor.stdout).toMatch(/^ok +sources +esplora-btc \(127\.0\.0\.1:\d+\)$/m)
  const audit = await operator.get('/operator/audit')
  expect(audit.text).toContain('source.added')

  // The provider stops reading the chain.
  headAge = 4 * 3600
  const late = await dashboard.cli('source', 'test', 'esplora-btc')
  expect(late.stdout).toMatch(/^Newest block +900000, .*, more than three hours old$/m)
  expect(await health()).toMatchObject({
    state: 'attention',
    sources: [{ name: 'esplora-btc', state: 'attention', problem: 'behind', backedOffUntil: null }],
  })
  const noted = await dashboard.cli('doctor')
  expect(noted.stdout).toContain('esplora-btc has no blocks of the last three hours')
  headAge = 0
  await dashboard.cli('source', 'test', 'esplora-btc')
  expect(await health()).toMatchObject({ state: 'good' })

  const database = await openServer({ url: dashboard.server.databaseUrl ?? '' })
  const { rows } = await database.run('select * from kyt_source')
  await database.close()
  const stored = (rows as Record<string, unknown>[]).flatMap((row) =>
    Object.values(row).map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
    ),
  )
  const shown = [added, tested, listed, doctor].flatMap(({ stdout, stderr }) => [stdout, stderr])
  const health2 = (await operator.get('/operator/health')).text
  const seen = [...stored, ...shown, ...dashboard.server.logs, metrics, audit.text, health2].join('\n')
  expect(seen).not.toContain(key)
  expect(seen).not.toContain(Buffer.from(key).toString('base64').replace(/=+$/, ''))
})

test('reads the key from standard input, so that it is not in the process list', async () => {
  answer = answerLikeEsplora
  const url = `http://${origin()}/{key}/stdin`
  const args = ['source', 'add', 'esplora', '--network', 'BTC', '--key-file', '-', '--url', url]
  const script = fileURLToPath(new URL('../../apps/cli/bin/touchstone.mjs', import.meta.url))
  const env = { PATH: process.env.PATH, ...dashboard.server.stores }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['pipe', 'ignore', 'inherit'] })
  child.stdin.end(`${key}\n`)
  expect(await once(child, 'close')).toEqual([0, null])
  await dashboard.cli('source', 'test', 'esplora-btc')
  expect(paths).toContain(`/${key}/stdin/blocks`)
  const help = await dashboard.cli('source', 'add', '--help')
  expect(help.stdout).not.toMatch(/--key </)
})

test('follows no redirect, and backs the source off', async () => {
  answer = () => ({ status: 302, location: `http://${origin()}/internal` })
  paths.length = 0
  const tested = await dashboard.cli('source', 'test', 'esplora-btc')
  expect(tested).toMatchObject({ code: 1, stderr: expect.stringContaining('a redirect') })
  expect(tested.stderr).not.toContain(key)
  expect(paths).not.toContain('/internal')
  expect(await health()).toMatchObject({
    state: 'failed',
    sources: [{ state: 'failed', problem: 'invalid', backedOffUntil: expect.any(String) }],
  })
  const doctor = await dashboard.cli('doctor')
  expect(doctor.stdout).toMatch(/^note +sources .*esplora-btc returns invalid responses/m)
  const metrics = await (await fetch(`${dashboard.server.metricsUrl}/metrics`)).text()
  expect(metrics).toContain('touchstone_source_backed_off{source="esplora-btc"} 1')
})

test('reports a refused key with the remedy, and recovers', async () => {
  answer = () => ({ status: 403, body: { error: 'forbidden' } })
  const tested = await dashboard.cli('source', 'test', 'esplora-btc')
  expect(tested).toMatchObject({ code: 1, stderr: expect.stringContaining('Check the key and the plan') })
  answer = answerLikeEsplora
  expect(await dashboard.cli('source', 'test', 'esplora-btc')).toMatchObject({ code: 0 })
  expect(await health()).toMatchObject({ state: 'good' })
  expect(await dashboard.cli('source', 'remove', 'esplora-btc')).toMatchObject({ code: 0 })
  expect(await dashboard.cli('source', 'remove', 'esplora-btc')).toMatchObject({ code: 1 })
  expect(await dashboard.cli('source', 'test', 'esplora-btc')).toMatchObject({ code: 1 })
  expect(await health()).toMatchObject({ state: 'off' })
  const { text } = await operator.get('/operator/audit')
  expect(text).toContain('source.removed')
  expect(text).not.toContain(key)
})
