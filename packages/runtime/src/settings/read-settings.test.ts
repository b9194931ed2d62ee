import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faceprintKeySetting } from './faceprint-key-setting.ts'
import { readSettings } from './read-settings.ts'
import { requireJourneySettings } from './require-journey-settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const config = (text: string) => writeFileSync(join(folder, 'touchstone.config.json'), text)

test('with nothing said, everything runs on this machine', () => {
  expect(readSettings({ env: {}, folder })).toEqual({
    production: false,
    port: 8080,
    host: 'localhost',
    metricsPort: 9080,
    metricsHost: '127.0.0.1',
    dataFolder: join(folder, '.touchstone'),
    databaseUrl: undefined,
    databasePoolSize: 10,
    databasePrepare: true,
    ledgerUrl: undefined,
    chain: { nodes: new Map(), key: undefined, deployments: join(folder, '.touchstone', 'deployments') },
    credentialKeys: undefined,
    smtpUrl: undefined,
    mailFrom: 'Touchstone <no-reply@localhost>',
    publicUrl: undefined,
    faceprintKeys: undefined,
    faceModels: { embedding: undefined, previous: undefined, liveness: undefined },
    faceWorkers: 2,
    documentWorkers: 1,
    redisUrl: undefined,
    secret: undefined,
    demo: true,
    logLevel: 'info',
    surfaceHosts: { 'admin-gateway': undefined, openapi: undefined, auth: undefined, frame: undefined },
    trustProxy: 'off',
  })
})

test('flags win over the environment, the environment over the file', () => {
  config('{"port": 1000, "logLevel": "warn", "demo": false}')
  const settings = readSettings({ env: { PORT: '2000', LOG_LEVEL: '' }, flags: { port: '3000' }, folder })
  expect(settings).toMatchObject({ port: 3000, metricsPort: 4000, logLevel: 'warn', demo: false })
  expect(readSettings({ env: { PORT: '2000' }, folder })).toMatchObject({ port: 2000 })
})

test('near the end of the range the metrics port lies below', () => {
  expect(readSettings({ env: { PORT: '65000' }, folder })).toMatchObject({ metricsPort: 64000 })
  expect(readSettings({ env: { PORT: '0' }, folder })).toMatchObject({ metricsPort: 0 })
})

test.each([
  ['{"prot": 1}', 'has a key "prot" that is not a setting'],
  ['{"port": "x"}', 'port in touchstone.config.json got "x"; it takes a port number'],
  ['{"port": [1]}', 'port in touchstone.config.json must be a text, a number'],
  ['[]', 'must hold one object'],
  ['{', 'is not valid JSON'],
])('the file %s is refused: %s', (text, message) => {
  config(text)
  expect(() => readSettings({ env: {}, folder })).toThrow(message)
})

test.each<[string, string, string]>([
  ['DATABASE_POOL_SIZE', '3', 'it takes a whole number from 4 to 999999'],
  [
    'LEDGER_URL',
    'http://x',
    'it takes an address like postgresql://user:password@host:5432/database, or off',
  ],
  ['REDIS_URL', 'http://x', 'it takes an address like redis://host:6379'],
  ['TOUCHSTONE_AUTH_HOST', 'auth.example.com:80', 'it takes a host name without a port'],
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
    'it takes off, the addresses or networks',
  ]),
  ['TOUCHSTONE_DEMO', 'yes', 'it takes on or off'],
  ['CHAIN_RPC', 'https://node.example', 'it takes chain ids with addresses like 137='],
  ['CHAIN_RPC', 'solana=https://node.example', 'for the EVM chains of the service'],
  ['CHAIN_RPC', '137=node.example', 'it takes chain ids with addresses like 137='],
  ['CHAIN_RPC', '137=https://a 137=https://b', 'it takes chain ids with addresses like 137='],
  ['CHAIN_KEY', '0x1234', 'it takes 0x and 64 hexadecimal digits'],
  ['CHAIN_KEYSTORE', 'key.json', 'CHAIN_KEYSTORE is set without CHAIN_KEYSTORE_PASSWORD'],
  ['CHAIN_SIGNER_URL', 'https://signer.example', 'CHAIN_SIGNER_URL is set without CHAIN_SIGNER_ADDRESS'],
  ['SMTP_URL', 'mail.example.com', 'SMTP_URL got a value of 16 characters; it takes an address like smtp://'],
  ['MAIL_FROM', 'nobody', 'it takes an e-mail address'],
  ['MAIL_FROM', 'A <a@b>\nBcc: c@d', 'it takes an e-mail address'],
  ['PUBLIC_URL', 'https://verify.example.com/path', 'it takes an address like https://verify.example.com'],
  ['PUBLIC_URL', 'verify.example.com', 'it takes an address like https://verify.example.com'],
  ['FACE_WORKERS', '0', 'it takes a whole number from 1 to 64'],
  ['DOCUMENT_WORKERS', '65', 'it takes a whole number from 1 to 64'],
])('%s=%s is refused: %s', (name, value, message) => {
  expect(() => readSettings({ env: { [name]: value }, folder })).toThrow(message)
})

test.each([
  ['off', 'off'],
  ['1', 1],
  ['16', 16],
  ['10.0.0.1', ['10.0.0.1']],
  ['10.0.0.0/8, 2001:db8::/32,::1', ['10.0.0.0/8', '2001:db8::/32', '::1']],
])('TOUCHSTONE_TRUST_PROXY=%s is read', (value, trustProxy) => {
  expect(readSettings({ env: { TOUCHSTONE_TRUST_PROXY: value }, folder })).toMatchObject({ trustProxy })
})

test('a trust in everybody is refused with what to set instead, also in the file', () => {
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

test('the nodes of chains and the key that signs are read', () => {
  const env = {
    CHAIN_RPC: '137=https://a.example,http://b.example:8545 8453=public',
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
      key: { kind: 'keystore', path: join(folder, 'keys/minter.json'), password: 'correct horse' },
      deployments: join(folder, 'deployments'),
    },
    credentialKeys: '/srv/ceremony',
  })
  const both = { ...env, CHAIN_KEY: `0x${'1'.repeat(64)}` }
  expect(() => readSettings({ env: both, folder })).toThrow('More than one of CHAIN_KEY')
})

test('production does not mint with a key that nobody chose', () => {
  const env = { NODE_ENV: 'production', TOUCHSTONE_SECRET: 'correct horse battery staple of our own' }
  expect(readSettings({ env, folder })).toMatchObject({ production: true })
  const minting = { ...env, CHAIN_RPC: '137=https://a.example' }
  expect(() => readSettings({ env: minting, folder })).toThrow('needs a key that signs')
})

test('how people are reached, and where the keys of faceprints are', () => {
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
  for (const bad of ['a.onnx,,', 'none, built-in', 'a.onnx,b.onnx,c.onnx'])
    expect(() => formerOf(bad)).toThrow(/FACE_EMBEDDING_FORMER_MODELS got/)
  const command = { FACEPRINT_KEY_COMMAND: ' /usr/bin/kms  --key faces ' }
  expect(readSettings({ env: command, folder })).toMatchObject({
    faceprintKeys: { command: ['/usr/bin/kms', '--key', 'faces'] },
  })
  expect(() => readSettings({ env: { ...env, ...command }, folder })).toThrow('Both FACEPRINT_KEYS and')
})

test('production verifies nobody with the built-in mailbox or with keys that nobody chose', () => {
  const env = { NODE_ENV: 'production', TOUCHSTONE_SECRET: 'correct horse battery staple of our own' }
  const required = (more: object) => () =>
    requireJourneySettings(readSettings({ env: { ...env, ...more }, folder }))
  expect(required({})).toThrow('needs SMTP_URL')
  expect(required({ SMTP_URL: 'smtp://mail' })).toThrow('needs FACEPRINT_KEYS or FACEPRINT_KEY_COMMAND')
  expect(required({ SMTP_URL: 'smtp://mail', FACEPRINT_KEYS: 'keys' })).not.toThrow()
  expect(required({ NODE_ENV: 'development' })).not.toThrow()
})

test('without a key of faceprints named, one is made once in the data folder, for its owner alone', () => {
  const settings = readSettings({ env: {}, folder })
  const file = join(folder, '.touchstone', 'faceprint-keys')
  expect(faceprintKeySetting(settings)).toEqual({ file })
  const made = readFileSync(file, 'utf8')
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(faceprintKeySetting(settings)).toEqual({ file })
  expect(readFileSync(file, 'utf8')).toBe(made)
})

test('a secret is never shown, not even a wrong one', () => {
  const wrong = () => readSettings({ env: { TOUCHSTONE_SECRET: 'hunter2' }, folder })
  expect(wrong).toThrow('TOUCHSTONE_SECRET got a value of 7 characters')
  expect(wrong).not.toThrow('hunter2')
})
