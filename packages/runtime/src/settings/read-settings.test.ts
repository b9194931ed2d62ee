import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faceprintKeySetting } from './faceprint-key-setting.ts'
import { readSettings } from './read-settings.ts'
import { requireJourneySettings } from './require-journey-settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const config = (text: string) => writeFileSync(join(folder, 'touchstone.config.json'), text)

test('runs everything on this machine if nothing is configured', () => {
  expect(readSettings({ env: {}, folder })).toEqual({
    production: false,
    port: 8080,
    risk: { ceiling: {}, timeLimitMs: 2000, scoresAtOnce: 16, scoresOfMerchant: 4 },
    reassessDays: 90,
    fetching: {
      ...{ mode: 'wait', waitMs: 10_000, budget: { requests: 100, rows: 50_000, seconds: 60 } },
      watchSeconds: 3600,
    },
    host: 'localhost',
    metricsPort: 9080,
    metricsHost: '127.0.0.1',
    dataFolder: join(folder, '.touchstone'),
    databaseUrl: undefined,
    databasePoolSize: 10,
    databasePrepare: true,
    ledgerUrl: undefined,
    chain: {
      nodes: new Map(),
      aptosNodes: new Map(),
      key: undefined,
      deployments: join(folder, '.touchstone', 'deployments'),
    },
    credentialKeys: undefined,
    smtpUrl: undefined,
    mailFrom: 'Touchstone <no-reply@localhost>',
    publicUrl: undefined,
    faceprintKeys: undefined,
    faceModels: { embedding: undefined, previous: undefined, liveness: undefined },
    faceWorkers: 2,
    documentWorkers: 1,
    verificationWork: 'here',
    uniquenessTombstoneDays: 180,
    eventsKeptDays: 30,
    riskRecordsKeptDays: 1827,
    reviewLimits: { ofPerson: 3, ofNetwork: 60, ofNetworkAndMerchant: 20 },
    redisUrl: undefined,
    secret: undefined,
    demo: true,
    logLevel: 'info',
    surfaceHosts: { 'admin-gateway': undefined, openapi: undefined, auth: undefined, frame: undefined },
    trustProxy: 'off',
  })
})

test('prefers flags to environment variables, and environment variables to the file', () => {
  config('{"port": 1000, "logLevel": "warn", "demo": false}')
  const settings = readSettings({ env: { PORT: '2000', LOG_LEVEL: '' }, flags: { port: '3000' }, folder })
  expect(settings).toMatchObject({ port: 3000, metricsPort: 4000, logLevel: 'warn', demo: false })
  expect(readSettings({ env: { PORT: '2000' }, folder })).toMatchObject({ port: 2000 })
})

test('chooses a metrics port below the service port if the service port is near the end of the range', () => {
  expect(readSettings({ env: { PORT: '65000' }, folder })).toMatchObject({ metricsPort: 64000 })
  expect(readSettings({ env: { PORT: '0' }, folder })).toMatchObject({ metricsPort: 0 })
})

test.each([
  ['{"prot": 1}', 'has a key "prot" that is not a setting'],
  ['{"port": "x"}', 'Invalid value for port in touchstone.config.json: got "x", expected a port number'],
  ['{"port": [1]}', 'port in touchstone.config.json must be a string, a number'],
  ['[]', 'must contain one object'],
  ['{', 'is not valid JSON'],
])('rejects the file %s: %s', (text, message) => {
  config(text)
  expect(() => readSettings({ env: {}, folder })).toThrow(message)
})

test.each<[string, string, string]>([
  ['DATABASE_POOL_SIZE', '3', 'expected an integer from 4 to 999999'],
  ['LEDGER_URL', 'http://x', 'expected a URL like postgresql://user:password@host:5432/database, or off'],
  ['REDIS_URL', 'http://x', 'expected a URL like redis://host:6379'],
  ['TOUCHSTONE_AUTH_HOST', 'auth.example.com:80', 'expected a host name without a port'],
  ...[
    'maybe',
    'on',
    'true',
    '0',
    '17',
    '10.0.0.0/33',
    '::1/129',
    '::ffff:10.0.0.0/104',
    '10.0.0.1/',
    '10.0.0.1,',
    '0.0.0.0/0',
    '10.0.0.0/8 ::1',
  ].map((value): [string, string, string] => [
    'TOUCHSTONE_TRUST_PROXY',
    value,
    'expected off, the addresses or networks',
  ]),
  ['TOUCHSTONE_DEMO', 'yes', 'expected on or off'],
  ['CHAIN_RPC', 'https://node.example', 'expected chain ids with URLs, like 137='],
  ['CHAIN_RPC', 'solana=https://node.example', 'for supported EVM chains'],
  ['CHAIN_RPC', '137=node.example', 'expected chain ids with URLs, like 137='],
  ['CHAIN_RPC', '137=https://a 137=https://b', 'expected chain ids with URLs, like 137='],
  ['APTOS_NODES', 'aptos-3=https://a.example/v1', 'expected network ids with URLs'],
  ['APTOS_NODES', '137=public', 'expected network ids with URLs'],
  ['CHAIN_KEY', '0x1234', 'expected 0x and 64 hexadecimal digits'],
  ['CHAIN_KEYSTORE', 'key.json', 'CHAIN_KEYSTORE is set without CHAIN_KEYSTORE_PASSWORD'],
  ['CHAIN_SIGNER_URL', 'https://signer.example', 'CHAIN_SIGNER_URL is set without CHAIN_SIGNER_ADDRESS'],
  [
    'SMTP_URL',
    'mail.example.com',
    'Invalid value for SMTP_URL: got 16 characters, expected a URL like smtp://',
  ],
  ['MAIL_FROM', 'nobody', 'expected an email address'],
  ['MAIL_FROM', 'A <a@b>\nBcc: c@d', 'expected an email address'],
  ['PUBLIC_URL', 'https://verify.example.com/path', 'expected a URL like https://verify.example.com'],
  ['PUBLIC_URL', 'verify.example.com', 'expected a URL like https://verify.example.com'],
  ['FACE_WORKERS', '0', 'expected an integer from 1 to 64'],
  ['DOCUMENT_WORKERS', '65', 'expected an integer from 1 to 64'],
])('rejects %s=%s: %s', (name, value, message) => {
  expect(() => readSettings({ env: { [name]: value }, folder })).toThrow(message)
})

test.each([
  ['off', 'off'],
  ['1', 1],
  ['16', 16],
  ['10.0.0.1', ['10.0.0.1']],
  ['10.0.0.0/8, 2001:db8::/32,::1', ['10.0.0.0/8', '2001:db8::/32', '::1']],
])('parses TOUCHSTONE_TRUST_PROXY=%s', (value, trustProxy) => {
  expect(readSettings({ env: { TOUCHSTONE_TRUST_PROXY: value }, folder })).toMatchObject({ trustProxy })
})

test('names the alternatives when it rejects a setting that trusts every proxy, even in the file', () => {
  const remedy = expect.stringMatching(/addresses of your proxies.*number of proxies/)
  const caught = (read: () => unknown) => {
    try {
      return read()
    } catch (error) {
      return error
    }
  }
  expect(caught(() => readSettings({ env: { TOUCHSTONE_TRUST_PROXY: 'on' }, folder }))).toMatchObject({
    remedy,
  })
  config('{"trustProxy": true}')
  expect(caught(() => readSettings({ env: {}, folder }))).toMatchObject({ remedy })
})

test('reads the chain nodes and the signing keys', () => {
  const env = {
    CHAIN_RPC: '137=https://a.example,http://b.example:8545 8453=public',
    APTOS_NODES: 'aptos-1=https://a.example/v1,https://b.example/v1 aptos-2=public',
    CHAIN_KEYSTORE: 'keys/minter.json',
    CHAIN_KEYSTORE_PASSWORD: 'correct horse',
    CHAIN_DEPLOYMENTS: 'deployments',
    CREDENTIAL_KEYS: '/srv/ceremony',
  }
  expect(readSettings({ env, folder })).toMatchObject({
    chain: {
      nodes: new Map<string, unknown>([
        ['137', ['https://a.example', 'http://b.example:8545']],
        ['8453', 'public'],
      ]),
      aptosNodes: new Map<string, unknown>([
        ['aptos-1', ['https://a.example/v1', 'https://b.example/v1']],
        ['aptos-2', 'public'],
      ]),
      key: { kind: 'keystore', path: join(folder, 'keys/minter.json'), password: 'correct horse' },
      deployments: join(folder, 'deployments'),
    },
    credentialKeys: '/srv/ceremony',
  })
  const both = { ...env, CHAIN_KEY: `0x${'1'.repeat(64)}` }
  expect(() => readSettings({ env: both, folder })).toThrow('More than one of CHAIN_KEY')
})

test('rejects minting in production without an explicit signing key', () => {
  const env = { NODE_ENV: 'production', TOUCHSTONE_SECRET: 'correct horse battery staple of our own' }
  expect(readSettings({ env, folder })).toMatchObject({ production: true })
  const minting = { ...env, CHAIN_RPC: '137=https://a.example' }
  expect(() => readSettings({ env: minting, folder })).toThrow('needs a signing key')
})

test('reads the mail settings and the faceprint key settings', () => {
  const env = {
    SMTP_URL: 'smtps://user:password@mail.example.com:465',
    MAIL_FROM: 'Halcyon <id@halcyon.example>',
    PUBLIC_URL: 'https://Verify.example.com/',
    TOUCHSTONE_FRAME_HOST: 'Verify.example.com',
    FACEPRINT_KEYS: 'keys/faces',
    FACE_WORKERS: '4',
    FACE_EMBEDDING_MODEL: 'models/arcface.onnx',
    FACE_EMBEDDING_FORMER_MODELS: 'built-in, models/before.onnx',
    FACE_LIVENESS_MODEL: '/models/live.onnx',
  }
  expect(readSettings({ env, folder })).toMatchObject({
    smtpUrl: env.SMTP_URL,
    mailFrom: 'Halcyon <id@halcyon.example>',
    publicUrl: 'https://verify.example.com',
    surfaceHosts: { frame: 'verify.example.com' },
    faceprintKeys: { file: join(folder, 'keys/faces') },
    faceWorkers: 4,
    faceModels: {
      embedding: join(folder, 'models/arcface.onnx'),
      previous: ['built-in', join(folder, 'models/before.onnx')],
      liveness: '/models/live.onnx',
    },
  })
  const formerOf = (text: string) =>
    readSettings({ env: { FACE_EMBEDDING_FORMER_MODELS: text }, folder }).faceModels.previous
  expect(formerOf('none')).toEqual([])
  expect(formerOf('faceplugin,./faceplugin')).toEqual(['faceplugin', join(folder, 'faceplugin')])
  for (const bad of ['a.onnx,,', 'none, built-in', 'a.onnx,b.onnx,c.onnx'])
    expect(() => formerOf(bad)).toThrow(/Invalid value for FACE_EMBEDDING_FORMER_MODELS/)
  const command = { FACEPRINT_KEY_COMMAND: ' /usr/bin/kms  --key faces ' }
  expect(readSettings({ env: command, folder })).toMatchObject({
    faceprintKeys: { command: ['/usr/bin/kms', '--key', 'faces'] },
  })
  expect(() => readSettings({ env: { ...env, ...command }, folder })).toThrow('Both FACEPRINT_KEYS and')
})

test('rejects the built-in mailbox and generated keys in production', () => {
  const env = { NODE_ENV: 'production', TOUCHSTONE_SECRET: 'correct horse battery staple of our own' }
  const required = (more: object) => () =>
    requireJourneySettings(readSettings({ env: { ...env, ...more }, folder }))
  expect(required({})).toThrow('needs SMTP_URL')
  expect(required({ SMTP_URL: 'smtp://mail' })).toThrow('needs FACEPRINT_KEYS or FACEPRINT_KEY_COMMAND')
  expect(required({ SMTP_URL: 'smtp://mail', FACEPRINT_KEYS: 'keys' })).toThrow('cannot be read')
  expect(required({ NODE_ENV: 'development' })).not.toThrow()
})

test('creates faceprint keys once if none are configured, in a file that only its owner can read', () => {
  const settings = readSettings({ env: {}, folder })
  const file = join(folder, '.touchstone', 'faceprint-keys')
  expect(faceprintKeySetting(settings)).toEqual({ file })
  const made = readFileSync(file, 'utf8')
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(faceprintKeySetting(settings)).toEqual({ file })
  expect(readFileSync(file, 'utf8')).toBe(made)
})

test('never shows a secret, even an invalid one', () => {
  const wrong = () => readSettings({ env: { TOUCHSTONE_SECRET: 'hunter2' }, folder })
  expect(wrong).toThrow('Invalid value for TOUCHSTONE_SECRET: got 7 characters')
  expect(wrong).not.toThrow('hunter2')
})

describe('secrets from a command', () => {
  const secret = 'correct horse battery staple of our own'
  const printing = (text: string) => {
    const file = join(folder, `printed-${text.length}`)
    writeFileSync(file, text)
    return `cat ${file}`
  }
  const read = (env: Record<string, string>) => readSettings({ env, folder })

  test('are read once and replace the plain value', () => {
    expect(read({ TOUCHSTONE_SECRET_COMMAND: printing(`${secret}\n`) }).secret).toBe(secret)
    expect(read({ REDIS_URL_COMMAND: printing('redis://:password@host:6379') }).redisUrl).toBe(
      'redis://:password@host:6379',
    )
    const config = join(folder, 'touchstone.config.json')
    writeFileSync(config, JSON.stringify({ oldSecretCommand: printing(secret) }))
    expect(read({}).oldSecret).toBe(secret)
    rmSync(config)
  })

  test('are refused with a reason that contains neither the output nor the arguments', () => {
    const refused: [Record<string, string>, string][] = [
      [
        { TOUCHSTONE_SECRET_COMMAND: 'no-such-program x' },
        '(no-such-program) failed: there is no such program.',
      ],
      [{ TOUCHSTONE_SECRET_COMMAND: printing('') }, '(cat) failed: it printed nothing.'],
      [
        { TOUCHSTONE_SECRET_COMMAND: printing(`${secret}\nsecond`) },
        '(cat) failed: it printed several lines.',
      ],
      [{ TOUCHSTONE_SECRET_COMMAND: `cat ${join(folder, 'missing')}` }, '(cat) failed: exit code 1.'],
      [{ TOUCHSTONE_SECRET_COMMAND: printing('short') }, 'got 5 characters, expected at least 32'],
      [{ TOUCHSTONE_SECRET_COMMAND: 'cat x', TOUCHSTONE_SECRET: secret }, 'Both TOUCHSTONE_SECRET and'],
    ]
    for (const [env, message] of refused) {
      expect(() => read(env)).toThrow(message)
      expect(() => read(env)).not.toThrow(secret)
    }
    // Only secrets can come from a command.
    expect(read({ PORT_COMMAND: 'no-such-program' }).port).toBe(8080)
  })

  test('come from a key service that keeps the key', async () => {
    const program = resolve('examples/key-service/key-service.mjs')
    const service = spawn(process.execPath, [program, 'serve', join(folder, 'key')], {
      env: { PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const line = await new Promise<string>((done) =>
        service.stdout.once('data', (text) => done(String(text))),
      )
      const url = /http:\S+/.exec(line)?.[0] ?? ''
      const file = join(folder, 'secret.wrapped')
      const run = promisify(execFile)
      const wrapping = run(process.execPath, [program, 'wrap', file], { env: { KEY_SERVICE_URL: url } })
      wrapping.child.stdin?.end(`${secret}\n`)
      await wrapping
      expect(readFileSync(file, 'utf8')).not.toContain(secret)
      const command = `env KEY_SERVICE_URL=${url} ${process.execPath} ${program} unwrap ${file}`
      expect(read({ TOUCHSTONE_SECRET_COMMAND: command }).secret).toBe(secret)
    } finally {
      service.kill()
    }
  })
})

describe('workers', () => {
  const env = {
    DATABASE_URL: 'postgres://host/database',
    TOUCHSTONE_WORKER_KEY: 'the key of this queue, made for tests only',
  }
  const codeOf = (given: Record<string, string>, role?: 'worker') => {
    try {
      readSettings({ env: given, folder: '/', ...(role && { role }) })
    } catch (error) {
      return (error as { code: string }).code
    }
    return undefined
  }

  test('starts a worker without a master secret if it has a database server and the queue key', () => {
    const production = { ...env, NODE_ENV: 'production' }
    expect(codeOf(production, 'worker')).toBeUndefined()
    expect(codeOf({ ...production, TOUCHSTONE_SECRET: 's'.repeat(40) }, 'worker')).toBe('worker.secret')
    expect(codeOf({ ...env, DATABASE_URL: '' }, 'worker')).toBe('worker.embedded-store')
    expect(codeOf({ ...env, TOUCHSTONE_WORKER_KEY: '' }, 'worker')).toBe('settings.worker-key')
  })

  test('requires a database server and a queue key in the service’s settings', () => {
    const service = { ...env, VERIFICATION_WORK: 'workers' }
    expect(codeOf(service)).toBeUndefined()
    expect(codeOf({ ...service, DATABASE_URL: '' })).toBe('settings.workers')
    expect(codeOf({ ...service, TOUCHSTONE_WORKER_KEY: '' })).toBe('settings.worker-key')
    expect(codeOf({ ...service, VERIFICATION_WORK: 'elsewhere' })).toBe('settings.bad-value')
  })

  test('rejects the master secret as the queue key and, in production, a queue key that is easy to guess', () => {
    const shared = { ...env, VERIFICATION_WORK: 'workers', TOUCHSTONE_SECRET: env.TOUCHSTONE_WORKER_KEY }
    expect(codeOf(shared)).toBe('settings.worker-key')
    expect(codeOf({ ...env, TOUCHSTONE_OLD_SECRET: env.TOUCHSTONE_WORKER_KEY }, 'worker')).toBe(
      'settings.worker-key',
    )
    const guessable = { ...env, TOUCHSTONE_WORKER_KEY: 'k'.repeat(40) }
    expect(codeOf(guessable, 'worker')).toBeUndefined()
    expect(codeOf({ ...guessable, NODE_ENV: 'production' }, 'worker')).toBe('settings.worker-key')
  })
})

test('accepts a ceiling for policy budgets, and rejects unknown members and out-of-range numbers', () => {
  const read = (text: string) => readSettings({ env: { RISK_BUDGET_CEILING: text }, folder }).risk.ceiling
  expect(read('addresses=50, hops=4')).toEqual({ addresses: 50, hops: 4 })
  for (const wrong of ['addresses', 'addresses=0', 'hops=33', 'hops=2,hops=3', 'depth=3', 'addresses=1e3'])
    expect(() => read(wrong)).toThrow('RISK_BUDGET_CEILING')
})
test('reads for how long transfers are decided again', () => {
  const read = (env: Record<string, string>) => readSettings({ env, folder }).reassessDays
  expect(read({})).toBe(90)
  expect(read({ TRANSFER_REASSESS_DAYS: '30' })).toBe(30)
  expect(() => read({ TRANSFER_REASSESS_DAYS: '0' })).toThrow('TRANSFER_REASSESS_DAYS')
})
test('reads the limits for fetching histories', () => {
  const read = (env: Record<string, string>) => readSettings({ env, folder }).fetching
  expect(read({ TOUCHSTONE_FETCH: 'background', TOUCHSTONE_FETCH_WAIT_MS: '500' })).toMatchObject({
    ...{ mode: 'background', waitMs: 500 },
  })
  expect(read({ TOUCHSTONE_FETCH_BUDGET: 'requests=30, seconds=5' }).budget).toEqual({
    ...{ requests: 30, rows: 50_000, seconds: 5 },
  })
  expect(read({ TOUCHSTONE_FETCH_WATCH_MINUTES: '0' }).watchSeconds).toBe(0)
  expect(read({ TOUCHSTONE_FETCH_WATCH_MINUTES: '5' }).watchSeconds).toBe(300)
  expect(() => read({ TOUCHSTONE_FETCH_WATCH_MINUTES: '-1' })).toThrow('TOUCHSTONE_FETCH_WATCH_MINUTES')
  for (const wrong of ['requests', 'requests=0', 'calls=3', 'requests=1,requests=2', 'rows=10000001'])
    expect(() => read({ TOUCHSTONE_FETCH_BUDGET: wrong }), wrong).toThrow('TOUCHSTONE_FETCH_BUDGET')
  expect(() => read({ TOUCHSTONE_FETCH: 'always' })).toThrow('TOUCHSTONE_FETCH')
})
