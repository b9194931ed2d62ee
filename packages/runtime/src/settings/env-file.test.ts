import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addKeyToFile } from '@touchstone/biometrics/key-file'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { envFileName, renderEnvFile } from './env-file.ts'
import { readSettings } from './read-settings.ts'
import { problemsIn } from './setting-problems.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-env-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5'
const write = (text: string, mode = 0o600) => writeFileSync(join(folder, envFileName), text, { mode })
const read = (env: Record<string, string> = {}, role: 'service' | 'server' = 'service') =>
  readSettings({ env, folder, role })
const problemOf = (run: () => unknown): { code: string; message: string; line: string } => {
  try {
    run()
  } catch (error) {
    return error as { code: string; message: string; line: string }
  }
  throw new Error('expected a refusal')
}

describe('touchstone.env', () => {
  test('is read after the environment and before touchstone.config.json', () => {
    write('PORT=9000\nHOST=0.0.0.0\nLOG_LEVEL=warn\n')
    writeFileSync(join(folder, 'touchstone.config.json'), '{"port":7000,"metricsPort":7001}')
    expect(read({ LOG_LEVEL: 'error', HOST: '' })).toMatchObject({
      ...{ port: 9000, host: '0.0.0.0', logLevel: 'error', metricsPort: 7001 },
    })
  })

  test('is refused if other users can read it, without showing its content', () => {
    write(`TOUCHSTONE_SECRET=${secret}\n`)
    chmodSync(join(folder, envFileName), 0o640)
    const { code, line } = problemOf(read)
    expect(code).toBe('settings.env-file')
    expect(line).toContain('chmod 600')
    expect(line).not.toContain(secret)
  })

  test('is refused if it contains an unknown name, but may contain variables of Node.js', () => {
    write('NODE_OPTIONS=--max-semi-space-size=4\nMALLOC_ARENA_MAX=2\n')
    expect(() => read()).not.toThrow()
    write('SMPT_URL=smtp://mail\n')
    expect(problemOf(read).message).toContain('SMPT_URL')
  })

  test('names the file nowhere in an error about a secret value', () => {
    write('TOUCHSTONE_SECRET=hunter2\n')
    expect(problemOf(read).line).not.toContain('hunter2')
  })

  test.each([
    ['a URL with a password', 'postgres://user:pa%23ss@host:5432/db?ssl=true'],
    ['a sender', 'Blue Bank <no-reply@example.com>'],
    ['a number sign', 'postgres://a:b#c@host/db'],
    ['quotes', `it's "quoted"`],
    ['a dollar sign', 'pa$HOME$1'],
  ])('keeps %s exactly as it was given', (_, value) => {
    write(renderEnvFile({ MAIL_FROM: 'a@b.c', CHAIN_KEYSTORE_PASSWORD: value, CHAIN_KEYSTORE: '/key.json' }))
    expect(read().chain.key).toMatchObject({ password: value })
  })

  test('explains every setting, and sets only those that have a value', () => {
    const text = renderEnvFile({ PORT: '9000' })
    const set = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(set).toEqual(['PORT=9000'])
    expect(text).toContain('#SMTP_URL=')
    expect(text.split('\n').every((line) => line.length <= 120)).toBe(true)
    expect(() => renderEnvFile({ MAIL_FROM: 'a\nTOUCHSTONE_SECRET=b' })).toThrow('line break')
  })
})

describe('a production server', () => {
  test('reports all missing and invalid settings at once', () => {
    const env = {
      NODE_ENV: 'production',
      PORT: 'x',
      CHAIN_RPC: '137=https://node.example',
      TOUCHSTONE_DEMO: 'on',
    }
    const { code, message } = problemOf(() => read(env, 'server'))
    expect(code).toBe('settings.several')
    const named = ['PORT', 'TOUCHSTONE_SECRET', 'CHAIN_RPC', 'TOUCHSTONE_DEMO', 'SMTP_URL', 'FACEPRINT_KEYS']
    for (const each of named) expect(message).toContain(each)
    expect(message).toContain(`${named.length} settings are missing or wrong`)
    expect(problemsIn(problemOf(() => read(env, 'server')))).toHaveLength(named.length)
  })

  test('does not report an invalid setting as missing too', () => {
    const keys = join(folder, 'keys')
    addKeyToFile(keys)
    const env = { NODE_ENV: 'production', TOUCHSTONE_SECRET: secret, FACEPRINT_KEYS: keys, SMTP_URL: 'mail' }
    expect(problemOf(() => read(env, 'server')).code).toBe('settings.bad-value')
    expect(() => read({ ...env, SMTP_URL: 'smtp://mail' }, 'server')).not.toThrow()
  })

  test.each([
    ['missing', undefined, 'cannot be read'],
    ['empty', '', 'contains no key'],
    ['damaged', 'key-1 abc\n', 'line 1'],
  ])('refuses a faceprint key file that is %s', (_, text, found) => {
    const keys = join(folder, 'keys')
    if (text !== undefined) writeFileSync(keys, text, { mode: 0o600 })
    const env = {
      NODE_ENV: 'production',
      TOUCHSTONE_SECRET: secret,
      FACEPRINT_KEYS: keys,
      SMTP_URL: 'smtp://m',
    }
    expect(problemOf(() => read(env, 'server')).line).toContain(found)
    // Commands that do not need the keys still run.
    expect(() => read(env)).not.toThrow()
  })
})
