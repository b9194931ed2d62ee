import { execFile } from 'node:child_process'
import { cpSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addKeyToFile } from '@touchstone/biometrics'
import { OperatorError } from '@touchstone/common'
import type { DemoFile } from '@touchstone/demo'
import { readSettings } from '@touchstone/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../apps/server/src/start-server.ts'
import { createLoggers } from '../../apps/server/src/telemetry/logger.ts'
import { ask } from '../support/ask.ts'
import { fetchUsers, firstStart } from '../support/demo-data.ts'
import { freshDatabase } from '../support/engines.ts'
import { freePort, waitUntil } from '../support/processes.ts'
import { startTestServer } from '../support/server.ts'
import { run, runCli, type SpawnedServer, spawnServer, temporaryFolder } from '../support/spawn.ts'
import { testAll } from '../support/test-all.ts'
import { demoTimeout, startTimeout } from '../support/timeouts.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const withoutPorts = (output: string) => output.replaceAll(/localhost:\d+/g, 'localhost')

describe('first start', () => {
  let first: Awaited<ReturnType<typeof firstStart>>
  let firstDemo: DemoFile
  let server: SpawnedServer
  beforeAll(async () => {
    first = await firstStart()
    firstDemo = JSON.parse(readFileSync(join(first.dataFolder, 'demo.json'), 'utf8'))
    cpSync(first.dataFolder, folder.path, { recursive: true })
    server = await spawnServer({ dataFolder: folder.path })
  }, demoTimeout)
  afterAll(() => server.stop())

  test('reports progress during the long first start', () => {
    expect(first.stderr).toContain('opening the database')
    expect(first.stderr).toMatch(/filling the ledger: (\d+) of \1 steps/)
    expect(first.stderr).toMatch(/creating the demo users: (\d+) of \1 steps/)
    // The new process does not hold the memory that was used to create the demo.
    expect(first.stderr).toContain('restarting to free memory')
  })

  test('prints addresses and credentials and stores them in demo.json, readable only by its owner', () => {
    const demo = firstDemo
    expect(Object.keys(demo)).toEqual(
      expect.arrayContaining([
        'baseUrl',
        'openapiUrl',
        'authUrl',
        'apiKey',
        'mchNo',
        'programNo',
        'poaProgramNo',
        'poaiProgramNo',
      ]),
    )
    const { addresses, ...credentials } = demo
    for (const value of Object.values(credentials)) expect(first.stdout).toContain(value)
    expect(addresses.length).toBeGreaterThanOrEqual(10)
    expect(demo.apiKey).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{32}$/)
    expect(demo.mchNo).toMatch(/^M[0-9]{31}$/)
    expect(demo.programNo).toMatch(/^[0-9]{12}$/)
    expect(statSync(join(first.dataFolder, 'demo.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(first.dataFolder, 'secret')).mode & 0o777).toBe(0o600)
  })

  test('prints a curl command that works when pasted', async () => {
    const curl = (output: string) => /^curl .*$/m.exec(output)?.[0] ?? ''
    const command = curl(server.output.stdout)
    expect(withoutPorts(command)).toBe(withoutPorts(curl(first.stdout)))
    const { stdout } = await promisify(execFile)('bash', ['-c', command])
    expect(JSON.parse(stdout)).toMatchObject({ code: 80000000, data: { kycStatus: 'KYC Passed' } })
  })

  test('shows the same addresses and credentials on the start page', async () => {
    const { text, headers } = await ask(server.url)
    expect(headers.get('content-type')).toContain('text/html')
    const { apiKey, mchNo, programNo, poaProgramNo, poaiProgramNo } = server.demo
    for (const value of [apiKey, mchNo, programNo, poaProgramNo, poaiProgramNo]) expect(text).toContain(value)
    expect(text).toContain('curl')
  })

  test('rejects a second process on the same data folder with a one-line message', async () => {
    const line = await refusal({ TOUCHSTONE_DATA: folder.path })
    expect(line).toMatch(/^Another process is already using the data folder .*--data.*$/)
  })

  test('reports in a one-line message that a port is already in use', async () => {
    const other = temporaryFolder()
    const { port } = new URL(server.url)
    const started = run('apps/server/dist/main.js', ['--port', port, '--data', other.path], {
      METRICS_PORT: '0',
    })
    const { code, stderr } = await started.exited
    other.remove()
    expect(code).toBe(1)
    expect(stderr.trim().split('\n').at(-1)).toBe(
      `touchstone: Port ${port} on localhost is already in use. Stop the process that uses it, or choose a different port with --port or PORT. (docs/errors.md#server.listen)`,
    )
  })

  test(
    'keeps all data unchanged on a second start, even if the first process was killed',
    async () => {
      const { baseUrl: _, openapiUrl: __, authUrl: ___, frameUrl: ____, ...credentials } = firstDemo
      expect(server.demo).toMatchObject(credentials)
      expect(await fetchUsers(folder.path)).toEqual(first.users)

      server.process.kill('SIGKILL')
      await server.exited
      const port = await freePort()
      server = await spawnServer({ dataFolder: folder.path, args: ['--port', String(port)] })
      expect(server.url).toBe(`http://localhost:${port}`)
      expect(server.demo).toMatchObject(credentials)
      expect(await fetchUsers(folder.path)).toEqual(first.users)
    },
    startTimeout,
  )

  test('completes running calls, rejects new calls and stops within seconds', async () => {
    const { mchNo, apiKey, programNo } = server.demo
    const body = { mchNo, apiKey, programNo, page: 1 }
    const calls = Array.from({ length: 8 }, () =>
      ask(`${server.url}/zkseradmin/openapi/kyc/getUsersList`, { body }),
    )
    await waitUntil(
      async () => (await Promise.race([calls[0], Promise.resolve(undefined)])) !== undefined,
      10_000,
      'the first answer',
    )
    const stopped = server.stop()
    const codes = (await Promise.all(calls)).map(({ body }) => body.code)
    expect(codes).toContain(80000000)
    for (const code of codes) expect([80000000, 80000004]).toContain(code)
    // After the limit of ten seconds, the process would exit with a different code.
    expect((await stopped).code).toBe(0)
    await expect(ask(`${server.url}/health/live`)).rejects.toThrow()
    const after = await runCli(['key', 'list', mchNo, '--json', '--data', folder.path])
    expect(JSON.parse(after.stdout)[0].lastUsedAt, 'the key’s last use was stored on shutdown').not.toBeNull()
  })
})

/**
 * Starts the service in this process. Returns the message of the error that makes startup fail before
 * anything is served.
 */
async function refusal(env: Record<string, string>): Promise<string> {
  try {
    const settings = readSettings({ env: { PORT: '0', ...env }, folder: tmpdir() })
    const server = await startServer({ settings, loggers: createLoggers({ level: 'silent' }) })
    await server.stop()
  } catch (error) {
    if (error instanceof OperatorError) return error.line
    throw error
  }
  throw new Error('the server started')
}

// Creates a complete demo. Other tests check that a start after a kill completes the interrupted work: the
// second start above, `journey-deaths.test.ts`, `chain.test.ts` and `three-nodes.nightly.test.ts`.
if (testAll) {
  test(
    'completes a first start that was killed midway',
    async () => {
      const other = temporaryFolder()
      const stores = await emptyStores()
      const env = { PORT: '0', TOUCHSTONE_DATA: other.path, ...stores }
      const started = run('apps/server/dist/main.js', [], env)
      const made = () => started.output.stderr.includes('creating the demo users …')
      await waitUntil(made, demoTimeout, 'the demo to begin')
      await waitUntil(() => hasUsers(other.path), 60_000, 'the first demo files')
      started.child.kill('SIGKILL')
      await started.exited
      const server = await startTestServer({ dataFolder: other.path, env: stores })
      const { mchNo, apiKey } = server.demo
      const { body } = await ask(`${server.url}/kyc/v1/status?mch_no=${mchNo}&api_key=${apiKey}`)
      expect(body.data).toMatchObject({ kyc_participants: 72, kyc_verified: 40, meid_count: 12 })
      await server.stop()
      other.remove()
    },
    demoTimeout,
  )
}

/** A database server is faster than a store in the data folder, which is tested with `npm test -- --all`. */
async function emptyStores(): Promise<Record<string, string>> {
  return testAll ? {} : { DATABASE_URL: await freshDatabase(), LEDGER_URL: 'off' }
}

function hasUsers(dataFolder: string): boolean {
  try {
    return readFileSync(join(dataFolder, 'demo.json')).length > 0
  } catch {
    return false
  }
}

describe('settings', () => {
  const failing = async (env: Record<string, string>, args: string[] = []) => {
    const other = temporaryFolder()
    const { code, stderr, stdout } = await run('apps/server/dist/main.js', args, {
      PORT: '0',
      TOUCHSTONE_DATA: other.path,
      ...env,
    }).exited
    other.remove()
    expect(code).toBe(1)
    expect(stdout).toBe('')
    return stderr
  }

  test.each<[Record<string, string>, string]>([
    [{ PORT: '65536' }, 'Invalid value for PORT: got "65536"'],
    [
      { NODE_ENV: 'prod' },
      'Invalid value for NODE_ENV: got "prod", expected production, development or test.',
    ],
    [{ LOG_LEVEL: 'loud' }, 'Invalid value for LOG_LEVEL: got "loud"'],
    [{ DATABASE_URL: 'mysql://u:hunter2@h/d' }, 'Invalid value for DATABASE_URL: got 21 characters'],
    [
      { TOUCHSTONE_SECRET: 'short' },
      'Invalid value for TOUCHSTONE_SECRET: got 5 characters, expected at least 32',
    ],
    [{ NODE_ENV: 'production' }, 'NODE_ENV=production needs TOUCHSTONE_SECRET'],
    [{ NODE_ENV: 'production', TOUCHSTONE_SECRET: 'x'.repeat(32) }, 'easy to guess'],
    [
      {
        NODE_ENV: 'production',
        TOUCHSTONE_SECRET: 'd41d8cd98f00b204e9800998ecf8427e',
        TOUCHSTONE_DEMO: 'on',
      },
      'does not allow TOUCHSTONE_DEMO=on',
    ],
    [{ RISK_POLICY: 'nowhere.json' }, 'The risk policy nowhere.json cannot be read as JSON'],
    [{ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/d' }, "can't be reached (ECONNREFUSED)"],
  ])('fails to start with %j: %s', async (env, message) => {
    const other = temporaryFolder()
    const line = await refusal({ TOUCHSTONE_DATA: other.path, ...env })
    other.remove()
    expect(line).toContain(message)
    expect(line).not.toContain('hunter2')
    expect(line).not.toContain('\n')
  })

  test('fails to start if Redis is unreachable', async () => {
    const other = temporaryFolder()
    const stores = await emptyStores()
    const line = await refusal({ TOUCHSTONE_DATA: other.path, ...stores, REDIS_URL: 'redis://127.0.0.1:1' })
    other.remove()
    expect(line).toContain('Cannot connect to the Redis server in REDIS_URL')
  })

  test('exits with a one-line message and no other output', async () => {
    const line = 'touchstone: Invalid value for PORT: got "eighty", expected a port number from 0 to 65535.'
    const stderr = await failing({ PORT: 'eighty' })
    expect(stderr.startsWith(line)).toBe(true)
    expect(stderr.trim()).not.toContain('\n')
  })

  test('rejects, before writing anything, a database that was created with another master secret', async () => {
    const env = { TOUCHSTONE_DATA: folder.path, TOUCHSTONE_SECRET: 'not-the-secret-of-this-store-at-all' }
    expect(await refusal(env)).toContain('This database was created with another master secret')
  })

  test('reports an unknown flag', async () => {
    expect(await failing({}, ['--prot', '80'])).toContain("Unknown option '--prot'")
  })

  const production = {
    NODE_ENV: 'production',
    TOUCHSTONE_SECRET: 'd41d8cd98f00b204e9800998ecf8427e',
    SMTP_URL: 'smtp://mail.example',
    FACEPRINT_KEYS: 'faceprint-keys',
  }

  test('rejects a database with demo data in production', async () => {
    const secret = readFileSync(join(folder.path, 'secret'), 'utf8').trim()
    const withDemo = { ...production, TOUCHSTONE_SECRET: secret, TOUCHSTONE_DATA: folder.path }
    expect(await refusal(withDemo)).toContain('a database with the demo merchant')
  })

  test(
    'starts in production on an empty database without mentioning the demo',
    async () => {
      const other = temporaryFolder()
      const keys = join(other.path, 'keys')
      addKeyToFile(keys)
      const env = { ...production, ...(await emptyStores()), FACEPRINT_KEYS: keys }
      const server = await spawnServer({ dataFolder: other.path, env })
      expect(server.output.stdout).not.toContain('API key')
      const page = await ask(server.url)
      expect(page.text).not.toContain('demo')
      const demo = await fetch(`${server.url}/dashboard/api/sign-in/demo`, { method: 'POST' })
      expect(demo.status).toBe(404)
      expect((await fetch(`${server.url}/mailbox`)).status).toBe(404)
      await server.stop()
      other.remove()
    },
    startTimeout,
  )
})
