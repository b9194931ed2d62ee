import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { readAndCompare, readPackRows } from '../../../../../test/support/read-and-compare.ts'
import { readPack } from './read.ts'
import { type Fields, readRegularItem } from './read-regular-item.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let written = 0
function write(content: string): string {
  const file = join(folder, `pack-${written++}.yaml`)
  writeFileSync(file, content)
  return file
}

const start = 'title: A pack\ncurrency: BTC\n'

test('reads the header and the tags, and returns the line number where each tag starts', async () => {
  const file = write(
    `# first\n%YAML 1.1\n---\n${start}lastmod: 2021-11-12\n\ntags:\n- address: 1abc\n  label: One\n- address: '12'\n\n- label: "Three"\n`,
  )
  expect(await readPackRows(file)).toEqual({
    header: { title: 'A pack', currency: 'BTC', lastmod: '2021-11-12' },
    rows: [
      { line: 9, fields: { address: '1abc', label: 'One' } },
      { line: 11, fields: { address: '12' } },
      { line: 13, fields: { label: 'Three' } },
    ],
  })
})

test.each([
  ['plain', '- address: a\n  label: b c\n- address: d\n'],
  [
    'indented',
    '    - address: a\n      label: b\n\n    - address: c\n      concepts:\n        - x\n        - y\n',
  ],
  ['lists at the key', '- address: a\n  concepts:\n  - x\n  - y\n  label: z\n'],
  ['several lists', '- address: a\n  b:\n    - x\n  c:\n  - y\n  d:\n    - z\n  e: f\n'],
  ['lists in lists', '- address: a\n  b:\n    - x\n  c:\n  - - y\n  - z\n'],
  ['flow lists', '- address: a\n  concepts: [x, "y, z"]\n'],
  ['quotes', `- address: 'it''s'\n  label: "a: b # c"\n  other: "tab\\t\\u00e9"\n`],
  ['several lines', `- address: a\n  context: '{"a": 1,\n    "b": 2}'\n  label: x\n    y\n- address: b\n`],
  ['blocks', '- address: a\n  label: |\n    - one\n    # two\n  other: >-\n    x\n    y\n- address: b\n'],
  ['comments', '# zero\n- address: a # one\n  # two\n  label: b#c\n# three\n- address: d\n    # four\n'],
  ['nested maps', '- address: a\n  context:\n    label: inner\n    more:\n    - x\n  label: outer\n'],
  [
    'numbers and other scalars as text',
    '- address: 0123\n  a: 0x1f\n  b: 1e3\n  c: true\n  d: null\n  e: ~\n  f:\n',
  ],
  ['odd marks', `- address: -a\n  b: '@x'\n  c: a@b\n  d: "#e"\n  f: a:b\n  g: (h)\n  i: j, k\n  l: m]n}\n`],
  ['flow items', '- {address: a, label: "b: c"}\n- address: b\n'],
  ['windows line ends', '- address: a\r\n  label: b\r\n- address: c\r\n'],
  ['a key after a line break', '-\n  address: a\n  label: b\n'],
  ['wide gaps', '-   address: a\n    label: b\n- label:    c   \n'],
  ['keys of other kinds', '- "address": a\n  other-key: b\n  a b: c\n  __proto__: d\n  constructor: e\n'],
])('returns the same result as the YAML parser: %s', async (_, tags) => {
  const { rows } = await readAndCompare(write(`${start}tags:\n${tags}`))
  expect(rows.length).toBeGreaterThan(0)
  await readAndCompare(write(`tags:\n${tags}title: After\ncurrency: BTC\n`))
})

test.each([
  ['a list in flow style', `${start}tags: [{address: a}, {address: b}]\n`],
  ['references', `${start}tags:\n- &one\n  address: a\n  label: &name x\n- address: b\n  label: *name\n`],
  ['a reference into the header', `title: &title A pack\ntags:\n- address: a\n  label: *title\n`],
  ['a reference inside one item', `${start}tags:\n- address: &a x\n  label: *a\n- address: b\n`],
  [
    'a reference to a merged map',
    `${start}base: &base\n  label: x\ntags:\n- address: a\n- <<: *base\n  address: b\n`,
  ],
  ['a reference into the list from outside', `tags:\n- address: &a x\ntitle: *a\n`],
  ['an empty list', `${start}tags: []\n`],
  ['a comment after the key', `${start}tags: # all\n- address: a\n`],
  [
    'a header with many lines',
    `description: 'one\n\n  two\n\n  '\nconcepts:\n- a\n- b\ntags:\n- address: a\n`,
  ],
])('reads a document as a whole if it cannot be split: %s', async (_, text) => {
  await readAndCompare(write(text))
})

test('reports an invalid item and reads the valid items', async () => {
  const file = write(
    `${start}tags:\n- address: a\n- address: 'open\n- just text\n- address: a\n  address: b\n- address: c\n`,
  )
  const { rows } = await readPackRows(file)
  expect(rows).toEqual([
    { line: 4, fields: { address: 'a' } },
    { line: 5, problem: expect.stringMatching(/^is not valid YAML: /) },
    { line: 6, problem: 'is not a list of fields' },
    { line: 7, problem: expect.stringMatching(/^is not valid YAML: /) },
    { line: 9, fields: { address: 'c' } },
  ])
})

test('reports only the item that contains an endless line', async () => {
  const file = write(`${start}tags:\n- address: a\n  label: ${'x'.repeat(2_000_000)}\n- address: b\n`)
  const { rows } = await readPackRows(file)
  expect(rows).toEqual([
    { line: 4, problem: 'a line is too long' },
    { line: 6, fields: { address: 'b' } },
  ])
})

test.each([
  ['no YAML', 'title: [\n'],
  ['no list', 'title: A pack\n'],
  ['something else', 'a,b,c\n1,2,3\n'],
  ['nothing', ''],
  ['two documents', `${start}tags:\n- address: a\n---\n${start}tags:\n- address: b\n`],
  ['one endless line', 'x'.repeat(3_000_000)],
])('rejects a file that is not a pack: %s', async (_, text) => {
  const file = write(text)
  const error = await readPack({ file, list: 'tags' }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OperatorError)
  expect(String(error)).toContain(file)
})

test('rejects references that expand exponentially', async () => {
  const levels = Array.from({ length: 12 }, (_, level) => {
    const inner =
      level === 0
        ? 'x'
        : Array(10)
            .fill(`*l${level - 1}`)
            .join(', ')
    return `- &l${level} [${inner}]`
  })
  const file = write(`${start}tags:\n${levels.join('\n')}\n`)
  const error = await readPackRows(file).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OperatorError)
})

describe('The reader, for any output of a YAML writer', () => {
  const mark = fc.constantFrom(...`abc 019_-:#'"[]{},&*!|>%@\`~?.\\/()$+é€𝄞\t`, ': ', ' #', "''", 'null')
  const text = fc.string({ unit: mark, maxLength: 12 })
  const key = fc.constantFrom('address', 'label', 'currency', 'abuse', 'note')
  const item = fc.dictionary(key, fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 })), {
    minKeys: 1,
  })
  const style = fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED')

  test('returns the same result as the parser', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { minLength: 1, maxLength: 5 }),
        style,
        fc.boolean(),
        async (tags, type, indentSeq) => {
          const pack = { title: 'A pack', tags }
          const file = write(stringify(pack, { defaultStringType: type, indentSeq, lineWidth: 20 }))
          await readAndCompare(file)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('returns the same item as the YAML parser, or leaves the item to the parser', () => {
    const space = fc.constantFrom('  ', '    ', ' ')
    const line = fc.oneof(
      fc.tuple(space, key, fc.constantFrom(': ', ':', ' : '), text),
      fc.tuple(space, key, fc.constant(':')),
      fc.tuple(space, fc.constantFrom('- ', '- - ', 'x - '), text),
    )
    fc.assert(
      fc.property(key, text, fc.array(line, { maxLength: 5 }), (first, value, more) => {
        const lines = [`- ${first}: ${value}`, ...more.map((parts) => parts.join(''))]
        const regular = readRegularItem(lines, 0)
        if (regular === undefined) return
        const parsed = parse(lines.join('\n'), { schema: 'failsafe' }) as Fields[]
        expect(parsed).toEqual([regular])
      }),
      { numRuns: 3000 },
    )
  })
})
