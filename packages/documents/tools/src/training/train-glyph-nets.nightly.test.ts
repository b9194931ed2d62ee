import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { workerFile } from '@touchstone/workers'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-training-'))
afterAll(() => rmSync(folder, { recursive: true }))

// The product build does not include the tools.
beforeAll(async () => {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
  const compiler = join(dirname(manifest), 'bin', 'tsc')
  const tools = fileURLToPath(new URL('../..', import.meta.url))
  await promisify(execFile)(process.execPath, [compiler, '-b', tools])
})

async function run(script: string, ...flags: string[]): Promise<string> {
  const { pathname } = workerFile(import.meta.url, script)
  return (await promisify(execFile)(process.execPath, [pathname, ...flags])).stdout
}

/** Trains on a few lessons with the built script that also trains the shipped networks. */
async function train(name: string, ...flags: string[]): Promise<Buffer> {
  const out = join(folder, name)
  await run('./train-glyph-nets.ts', '--out', out, ...flags)
  return readFileSync(out)
}

test('produces the same weights for the same seeds, even if the last course is run separately', async () => {
  const first = await train('first.bin', '--wide', '128', '--last', '0')
  const last = await train('last.bin', '--from', join(folder, 'first.bin'), '--last', '128')
  const whole = await train('whole.bin', '--wide', '128', '--last', '128')
  expect(last.equals(whole)).toBe(true)
  expect(whole.equals(first)).toBe(false)
})

test('reports the confidence of both networks for eight groups of pages', async () => {
  await train('poor.bin', '--wide', '128', '--last', '0')
  const poor = await run('./measure-confidence.ts', '--nets', join(folder, 'poor.bin'), '--pages', '1')
  const shipped = await run('./measure-confidence.ts', '--pages', '1')
  expect(shipped.split('\n')).toHaveLength(10)
  expect(shipped).toMatch(/mild, in 1280 pixels \| 1 of 1 \| \d+ \| 0 \|/)
  expect(poor).not.toMatch(/mild, in 1280 pixels \| 1 of 1 \| \d+ \| 0 \|/)
})
