import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addKeyToFile, openKeyFile } from './key-file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-keys-'))
  path = join(folder, 'faceprint-keys')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const dataKey = Buffer.alloc(32, 7)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof OperatorError ? error.code : String(error)),
  )

test('creates a file that only its owner can read', () => {
  addKeyToFile(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('unwraps a wrapped key and does not reveal its content', async () => {
  const name = addKeyToFile(path)
  const key = await openKeyFile(path).wrap(dataKey)
  expect(key.wrappedBy).toBe(name)
  expect(Buffer.from(key.wrapped).includes(dataKey)).toBe(false)
  expect(await openKeyFile(path).unwrap(key)).toEqual(dataKey)
})

test('wraps with the newest key and still unwraps with older keys', async () => {
  addKeyToFile(path)
  const keys = openKeyFile(path)
  const old = await keys.wrap(dataKey)
  const newer = addKeyToFile(path)
  expect(await keys.newest()).toBe(newer)
  expect((await keys.wrap(dataKey)).wrappedBy).toBe(newer)
  expect(await keys.unwrap(old)).toEqual(dataKey)
})

test('rejects a file that other users can read', async () => {
  addKeyToFile(path)
  chmodSync(path, 0o640)
  expect(await codeOf(openKeyFile(path).newest())).toBe('faceprint.key-file')
})

test('distinguishes a replaced key, a removed key and a damaged file', async () => {
  addKeyToFile(path)
  const keys = openKeyFile(path)
  const wrapped = await keys.wrap(dataKey)
  const rewrite = (text: string) => writeFileSync(path, text, { mode: 0o600 })
  rewrite(`${wrapped.wrappedBy} ${Buffer.alloc(32, 1).toString('base64')}\n`)
  expect(await codeOf(keys.unwrap(wrapped))).toBe('faceprint.key-wrong')
  rewrite(`other ${Buffer.alloc(32, 1).toString('base64')}\n`)
  expect(await codeOf(keys.unwrap(wrapped))).toBe('faceprint.key-missing')
  for (const bad of ['', 'alone\n', 'short c2hvcnQ=\n', `two ${'A'.repeat(44)} three\n`]) {
    rewrite(bad)
    expect(await codeOf(keys.wrap(dataKey))).toBe('faceprint.key-file')
  }
  rmSync(path)
  expect(await codeOf(keys.wrap(dataKey))).toBe('faceprint.key-file')
})

test('keeps comments and a missing final newline when a key is added', async () => {
  const line = `first ${Buffer.alloc(32, 1).toString('base64')}`
  writeFileSync(path, `# of the faceprints\n${line}`, { mode: 0o600 })
  const name = addKeyToFile(path)
  expect(readFileSync(path, 'utf8')).toContain(`# of the faceprints\n${line}\n${name} `)
})
