import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from './read-settings.ts'

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
    clickhouseUrl: undefined,
    clickhouseCluster: undefined,
    chain: { nodes: new Map(), key: undefined, deployments: join(folder, '.touchstone', 'deployments') },
    credentialKeys: undefined,
    redisUrl: undefined,
    secret: undefined,
    demo: true,
    logLevel: 'info',
    surfaceHosts: { 'admin-gateway': undefined, openapi: undefined, auth: undefined },
    trustProxy: false,
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

test.each([
  ['DATABASE_POOL_SIZE', '1', 'it takes a whole number from 2 to 999999'],
  ['CLICKHOUSE_URL', 'clickhouse://x', 'it takes an address like http://user:password@host:8123/database'],
  ['REDIS_URL', 'http://x', 'it takes an address like redis://host:6379'],
  ['TOUCHSTONE_AUTH_HOST', 'auth.example.com:80', 'it takes a host name without a port'],
  ['TOUCHSTONE_TRUST_PROXY', 'maybe', 'it takes on, off, or addresses'],
  ['TOUCHSTONE_DEMO', 'yes', 'it takes on or off'],
  ['CHAIN_RPC', 'https://node.example', 'it takes chain ids with addresses like 137='],
  ['CHAIN_RPC', 'solana=https://node.example', 'for the EVM chains of the service'],
  ['CHAIN_RPC', '137=node.example', 'it takes chain ids with addresses like 137='],
  ['CHAIN_RPC', '137=https://a 137=https://b', 'it takes chain ids with addresses like 137='],
  ['CHAIN_KEY', '0x1234', 'it takes 0x and 64 hexadecimal digits'],
  ['CHAIN_KEYSTORE', 'key.json', 'CHAIN_KEYSTORE is set without CHAIN_KEYSTORE_PASSWORD'],
  ['CHAIN_SIGNER_URL', 'https://signer.example', 'CHAIN_SIGNER_URL is set without CHAIN_SIGNER_ADDRESS'],
])('%s=%s is refused: %s', (name, value, message) => {
  expect(() => readSettings({ env: { [name]: value }, folder })).toThrow(message)
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

test('a secret is never shown, not even a wrong one', () => {
  const wrong = () => readSettings({ env: { TOUCHSTONE_SECRET: 'hunter2' }, folder })
  expect(wrong).toThrow('TOUCHSTONE_SECRET got a value of 7 characters')
  expect(wrong).not.toThrow('hunter2')
})
