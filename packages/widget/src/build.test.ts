import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWidget } from '../build.mjs'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-widget-build-'))
const endpoint = 'https://verify.example.com'
beforeAll(() => buildWidget({ endpoint, outDir: folder }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const exported = ['SvcWidget', 'verifyKycWithSvcServices', 'verifyMeidWithSvcServices']

test.each(['svc-widget.js', 'svc-widget.global.js'])(
  '%s is at most 8 kB gzipped and contains the service’s URL',
  (name) => {
    expect(gzipSync(read(name), { level: 9 }).length).toBeLessThanOrEqual(8 * 1024)
    expect(read(name)).toContain(endpoint)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is intended
    expect(read(name)).toMatch(/^[\x00-\x7f]*$/)
  },
)

test('the stylesheet is at most 3 kB gzipped', () => {
  const sheet = readFileSync(new URL('../style.css', import.meta.url))
  expect(gzipSync(sheet, { level: 9 }).length).toBeLessThanOrEqual(3 * 1024)
})

test('the module can be imported on a server', () => {
  const code = `import(${JSON.stringify(join(folder, 'svc-widget.js'))}).then((all) => console.log(Object.keys(all).sort().join()))`
  expect(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }).trim()).toBe(exported.join())
})

test('the script adds a single global', () => {
  const page: Record<string, object> = {}
  runInNewContext(read('svc-widget.global.js'), page)
  expect(Object.keys(page)).toEqual(['TouchstoneWidget'])
  expect(Object.keys(page.TouchstoneWidget ?? {}).sort()).toEqual(exported)
})

test('skips an up-to-date build, and rebuilds for another endpoint', async () => {
  const file = join(folder, 'svc-widget.js')
  const before = statSync(file).mtimeMs
  await buildWidget({ endpoint, outDir: folder })
  expect(statSync(file).mtimeMs).toBe(before)
  await buildWidget({ endpoint: 'https://other.example.com', outDir: folder })
  expect(read('svc-widget.js')).toContain('https://other.example.com')
})
