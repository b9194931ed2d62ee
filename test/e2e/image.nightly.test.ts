import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { buildImageRoot, dataFolderFor, type ImageRoot, startInRoot } from '../support/deploy/image-root.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { freePort, waitUntil } from '../support/processes.ts'
import { temporaryFolder } from '../support/spawn.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
const folder = temporaryFolder()
let image: ImageRoot
let postgres: PostgresServer
let data: ReturnType<typeof dataFolderFor>

// Installs all packages and builds the whole project, as the build of an image does.
const slow = 1_800_000

beforeAll(async () => {
  postgres = await startPostgres()
  const texts = { dockerfile: read('deploy/Dockerfile'), ignored: read('deploy/Dockerfile.dockerignore') }
  image = buildImageRoot(texts, folder.path)
  data = dataFolderFor(image)
}, slow)
afterAll(async () => {
  await postgres?.stop()
  data?.remove()
  folder.remove()
})

const settings = {
  TOUCHSTONE_SECRET: 'd41d8cd98f00b204e9800998ecf8427e',
  SMTP_URL: 'smtp://mail.example',
  FACEPRINT_KEYS: '/data/faceprint-keys',
}

/** Runs a program in the image's root and returns its output. */
async function runInRoot(command: string[], env: Record<string, string> = {}) {
  return await startInRoot(image, { command, env, data: data.path }).exited
}

test('gives programs no rights and a read-only file system, except for /data and /tmp', async () => {
  const script = `
    const { readFileSync, writeFileSync } = require('node:fs')
    const tryWrite = (path) => { try { writeFileSync(path, ''); return 'written' } catch (error) { return error.code } }
    const status = readFileSync('/proc/self/status', 'utf8')
    console.log(JSON.stringify({
      uid: process.getuid(), gid: process.getgid(), node: process.version, cwd: process.cwd(),
      capabilities: /CapEff:\\s*(\\S+)/.exec(status)[1], noNewPrivileges: /NoNewPrivs:\\s*(\\d)/.exec(status)[1],
      paths: ['/app/x', '/x', '/etc/x', '/usr/x', '/data/x', '/tmp/x'].map(tryWrite),
    }))`
  const { code, stdout, stderr } = await runInRoot(['node', '-e', script])
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    ...{ uid: 1000, gid: 1000, cwd: '/data', noNewPrivileges: '1', capabilities: '0'.repeat(16) },
    node: expect.stringMatching(/^v\d+\.\d+\.\d+$/),
    paths: ['EROFS', 'EROFS', 'EROFS', 'EROFS', 'written', 'written'],
  })
})

test('contains no tests and no development packages', async () => {
  const script = `
    const { readdirSync } = require('node:fs')
    const names = readdirSync('/app', { recursive: true, withFileTypes: true })
    const sources = names.filter((each) => each.isFile() && each.name.endsWith('.test.ts')).length
    console.log(JSON.stringify({ sources, dev: readdirSync('/app/node_modules').filter((n) => ['typescript','vite','vitest'].includes(n)) }))`
  const { stdout } = await runInRoot(['node', '-e', script])
  expect(JSON.parse(stdout)).toEqual({ sources: 0, dev: [] })
})

test(
  'migrates, starts, serves, reports its health and stops, as an unprivileged user',
  async () => {
    const keys = `require('node:fs').writeFileSync('/data/faceprint-keys', 'key-1 ' + Buffer.alloc(32, 7).toString('base64') + '\\n', { mode: 0o600 })`
    expect(await runInRoot(['node', '-e', keys])).toMatchObject({ code: 0 })
    const stores = { ...settings, DATABASE_URL: postgres.url }
    const migrated = await runInRoot(['touchstone', 'migrate'], stores)
    expect(migrated).toMatchObject({ code: 0, stderr: '' })
    const [port, metricsPort] = [await freePort(), await freePort()]
    const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) }
    const server = startInRoot(image, { env: { ...stores, ...ports }, data: data.path })
    await waitUntil(
      () => server.output.stdout.includes('is ready') || server.child.exitCode !== null,
      240_000,
      'the server to be ready',
    )
    expect(server.child.exitCode, server.output.stderr).toBe(null)
    const url = `http://127.0.0.1:${port}`
    expect((await ask(`${url}/health/ready`)).body).toMatchObject({
      status: 'ready',
      store: 'ok',
      ledger: 'ok',
    })
    expect(await runInRoot(image.healthCommand, ports)).toMatchObject({ code: 0 })
    expect(await runInRoot(image.healthCommand, { PORT: String(await freePort()) })).toMatchObject({
      code: 1,
    })
    const created = await runInRoot(['touchstone', 'merchant', 'create', 'Blue Bank', '--json'], stores)
    const { mchNo, apiKey } = JSON.parse(created.stdout)
    const { body } = await ask(`${url}/kyc/v1/status?mch_no=${mchNo}&api_key=${apiKey}`)
    expect(body).toMatchObject({ data: { kyc_participants: 0 } })
    const page = await ask(`${url}/phone`)
    const script = /src="(\/frame\/assets\/[^"]+\.js)"/.exec(page.text)?.[1]
    expect((await ask(`${url}${script}`)).http).toBe(200)
    expect((await ask(`http://127.0.0.1:${metricsPort}/metrics`)).text).toContain('touchstone_requests_total')
    server.child.kill('SIGTERM')
    expect(await server.exited).toMatchObject({ code: 0 })
  },
  slow,
)
