import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let written = 0
function write(content: string | Uint8Array, name = `file-${written++}`): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

const header = ['a', 'b', 'c']

async function readAll(content: string, maxLength?: number) {
  const rows = []
  const limit = maxLength === undefined ? {} : { maxLength }
  for await (const row of readCsv({ file: write(content), header, ...limit })) rows.push(row)
  return rows
}

test('round-trips quoted and unquoted fields', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', '€', ',', '"', ' ', "'", ';'), maxLength: 6 })
  const quote = (text: string, always: boolean) =>
    always || /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(field, field, field)),
      fc.boolean(),
      fc.constantFrom('\n', '\r\n'),
      async (rows, always, end) => {
        const lines = rows.map((row) => row.map((text) => quote(text, always)).join())
        const expected = rows.map((fields, index) => ({ line: index + 2, fields }))
        expect(await readAll([header.join(), ...lines, ''].join(end))).toEqual(expected)
      },
    ),
  )
})

test('reports an invalid row with its line number and reads the other rows', async () => {
  const rows = await readAll('a,b,c\n1,2\n"1,2,3\n1,x"y,3\n1,"2"x,3\n\n1,2,3\n1,2,3,4\n')
  expect(rows).toEqual([
    { line: 2, problem: 'expected 3 fields, found 2' },
    { line: 3, problem: 'a quoted field is not closed on its line' },
    { line: 4, problem: 'a field has misplaced quotes' },
    { line: 5, problem: 'a field has misplaced quotes' },
    { line: 7, fields: ['1', '2', '3'] },
    { line: 8, problem: 'expected 3 fields, found 4' },
  ])
})

test('reports a row that exceeds the length limit and reads the next row', async () => {
  const rows = await readAll(`a,b,c\n${'x'.repeat(50)}\n1,2,3\n`, 20)
  expect(rows).toEqual([
    { line: 2, problem: 'the line is too long' },
    { line: 3, fields: ['1', '2', '3'] },
  ])
})

test('ignores a byte order mark before the header', async () => {
  expect(await readAll('\u{feff}a,b,c\r\n1,2,3\r\n')).toEqual([{ line: 2, fields: ['1', '2', '3'] }])
  expect(await readAll('\u{feff}"a",b,c\r\n')).toEqual([])
})

test.each([
  ['', 'found nothing'],
  ['c,b,a\n', 'found "c,b,a"'],
  ['a,b\n', 'found "a,b"'],
  ['"a,b",c\n', 'found ""a,b",c"'],
  ['\u001b[2Ja,b,c\n', 'found "\u{fffd}[2Ja,b,c"'],
  [`${'x'.repeat(2_000_000)}\n`, 'found a line that is too long'],
])('rejects a different header and reports the expected and the actual header', async (content, found) => {
  const error = await readAll(content).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OperatorError)
  expect(error).toMatchObject({ code: 'import_file' })
  expect(String(error)).toContain('expected the header "a,b,c"')
  expect(String(error)).toContain(found)
})
