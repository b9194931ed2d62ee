import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type ReadLineBatchesOptions, readLineBatches } from './read-line-batches.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let written = 0
function write(content: string | Uint8Array, name = `file-${written++}`): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

async function readAll(options: ReadLineBatchesOptions) {
  const all: (string | undefined)[] = []
  for await (const { first, lines } of readLineBatches(options)) {
    expect(first).toBe(all.length + 1)
    all.push(...lines)
  }
  return all
}

test('returns complete lines for every chunk size', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '€', '𝄞', ',', '"', ' '), maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.integer({ min: 1, max: 20 }),
      async (lines, end, ended, chunkSize) => {
        const file = write(lines.join(end) + (ended ? end : ''))
        const expected = ended || lines.at(-1) !== '' ? lines : lines.slice(0, -1)
        expect(await readAll({ file, chunkSize })).toEqual(expected)
      },
    ),
  )
})

test('can resume reading after any batch', async () => {
  const file = write(`\u{feff}one\r\n\n${'x'.repeat(50)}\nné\n${'long'.repeat(30)}\nlast`)
  for (const chunkSize of [1, 5, 64, 1000]) {
    const options = { file, chunkSize, maxLength: 60 }
    const whole = await readAll(options)
    for await (const { first, lines, nextOffset } of readLineBatches(options)) {
      const line = first + lines.length
      const later: (string | undefined)[] = []
      const from = { offset: nextOffset, line }
      for await (const batch of readLineBatches({ ...options, from })) {
        expect(batch.first).toBe(line + later.length)
        later.push(...batch.lines)
      }
      expect(later).toEqual(whole.slice(line - 1))
    }
  }
})

test('skips a line that exceeds the limit and keeps the numbers of later lines', async () => {
  for (const chunkSize of [1, 3, 7, 1000]) {
    const file = write('short\n12345678\n123456789\nlast\n\n1234567890123')
    expect(await readAll({ file, maxLength: 8, chunkSize })).toEqual([
      'short',
      '12345678',
      undefined,
      'last',
      '',
      undefined,
    ])
  }
})

test('excludes the line ending from the length limit', async () => {
  const file = write('12345678\r\n12345678\r\n123456789\r\n')
  expect(await readAll({ file, maxLength: 8, chunkSize: 4 })).toEqual(['12345678', '12345678', undefined])
})

test('drops a byte order mark and returns no lines for an empty file', async () => {
  expect(await readAll({ file: write('\u{feff}one\ntwo') })).toEqual(['one', 'two'])
  expect(await readAll({ file: write('') })).toEqual([])
})

test('skips a 1 GiB line with bounded memory', async () => {
  const file = write('before\n')
  truncateSync(file, 1024 ** 3)
  const before = process.memoryUsage().rss
  expect(await readAll({ file })).toEqual(['before', undefined])
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})
