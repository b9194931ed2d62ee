import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { staticFile } from './static-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-static-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const text = 'the same words over and over '.repeat(1000)

test('serves the same content in every encoding, each with its own etag', async () => {
  writeFileSync(join(folder, 'a.js'), text)
  const file = staticFile(join(folder, 'a.js'))
  const [plain, br, gzip] = await Promise.all([file.in('identity'), file.in('br'), file.in('gzip')])
  expect(plain.body.toString()).toBe(text)
  expect(brotliDecompressSync(br.body).toString()).toBe(text)
  expect(gunzipSync(gzip.body).toString()).toBe(text)
  expect(br.body.length).toBeLessThan(text.length / 10)
  expect(new Set([plain.etag, br.etag, gzip.etag]).size).toBe(3)
  expect(plain.contentType).toBe('text/javascript; charset=utf-8')
})

test('reads and compresses a file once', async () => {
  writeFileSync(join(folder, 'b.js'), text)
  const file = staticFile(join(folder, 'b.js'))
  const [first, second] = await Promise.all([file.in('br'), file.in('br')])
  writeFileSync(join(folder, 'b.js'), 'other')
  expect(second).toBe(first)
  expect(await file.in('br')).toBe(first)
})

test('serves files in compressed formats without compressing them again', async () => {
  writeFileSync(join(folder, 'c.woff2'), text)
  expect((await staticFile(join(folder, 'c.woff2')).in('br')).encoding).toBe('identity')
})

test('serves a file that is created after the first request', async () => {
  const file = staticFile(join(folder, 'late.json'))
  await expect(file.in('br')).rejects.toMatchObject({ code: 'ENOENT' })
  writeFileSync(join(folder, 'late.json'), '{}')
  expect((await file.in('identity')).body.toString()).toBe('{}')
})
