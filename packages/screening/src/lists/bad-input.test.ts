import { UserError } from '@touchstone/common'
import { expect, test } from 'vitest'
import { inPieces, makeUnList } from '../test-support/make-lists.ts'
import type { ListFormat } from './list-source.ts'
import { listSources } from './list-sources.ts'

async function outcome(format: ListFormat, content: AsyncIterable<Uint8Array>): Promise<string | number> {
  let entries = 0
  try {
    for await (const item of listSources[format].read(content)) if ('entry' in item) entries += 1
    return entries
  } catch (error) {
    return error instanceof UserError ? error.code : String(error)
  }
}
const of = (format: ListFormat, content: string | Uint8Array) => outcome(format, inPieces(content, 64 * 1024))

const people = [{ id: '1', names: ['Invented Person'] }]
const rows = 'name,birth_date\nInvented Persön,1970\n'

test('rejects nested entities before expanding them', async () => {
  const lol = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const doctype = `<!DOCTYPE CONSOLIDATED_LIST [<!ENTITY l0 "lol">${lol}]>`
  expect(await of('un-xml', `${doctype}${makeUnList(people)}`.replace('Invented', '&l9;'))).toMatch(
    /^list\.(doctype|broken)$/,
  )
  expect(await of('un-xml', makeUnList(people).replace('<CONS', `${doctype}<CONS`))).toBe('list.doctype')
  const outside = '<!DOCTYPE x SYSTEM "file:///etc/passwd">'
  expect(await of('un-xml', makeUnList(people).replace('<CONS', `${outside}<CONS`))).toBe('list.doctype')
})

test.each<[string, ListFormat, string | Uint8Array, string | number]>([
  ['UTF-16 with a byte order mark', 'plain-csv', Buffer.from(`\ufeff${rows}`, 'utf16le'), 1],
  ['UTF-16 without a byte order mark', 'plain-csv', Buffer.from(rows, 'utf16le'), 1],
  [
    'big-endian UTF-16 with a byte order mark',
    'plain-csv',
    Buffer.from(`\ufeff${rows}`, 'utf16le').swap16(),
    1,
  ],
  ['Latin-1', 'plain-csv', Buffer.from(rows, 'latin1'), 1],
  ['UTF-8 with a byte order mark', 'plain-csv', `\ufeff${rows}`, 1],
  ['old line endings', 'plain-csv', rows.replaceAll('\n', '\r'), 1],
  [
    'XML in Latin-1',
    'un-xml',
    Buffer.from(makeUnList([{ id: '1', names: ['Persön'] }]), 'latin1'),
    'list.encoding',
  ],
  ['random bytes', 'plain-csv', Buffer.from([0, 1, 2, 3, 0, 0, 7, 9, 0, 255, 254]), 'list.encoding'],
  ['nothing', 'plain-csv', '', 'list.empty'],
  ['blank lines', 'ftm-json', '\n\n \n', 'list.empty'],
  ['only a header row', 'plain-csv', 'name,birth_date\n', 'list.empty'],
  ['other columns', 'opensanctions-csv', rows, 'list.wrong-format'],
  ['XML for CSV', 'plain-csv', makeUnList(people), 'list.wrong-format'],
  ['CSV for XML', 'un-xml', rows, 'list.broken'],
  ['CSV instead of JSON', 'ftm-json', rows, 'list.wrong-format'],
  ['JSON with different content', 'ftm-json', '[1,2]\n', 'list.wrong-format'],
  ['the UN list instead of the OFAC list', 'ofac-advanced-xml', makeUnList(people), 'list.wrong-format'],
  ['truncated XML', 'un-xml', makeUnList(people).slice(0, -60), 'list.cut-off'],
  ['truncated quoted field', 'plain-csv', 'name,x\n"Invented Person","abc', 'list.cut-off'],
  [
    'truncated JSON',
    'ftm-json',
    '{"id":"1","schema":"Person","properties":{"name":["A B"]}}\n{"id":"2","sch',
    'list.cut-off',
  ],
  [
    'invalid line in the middle',
    'ftm-json',
    '{"id":"1","schema":"Person","properties":{"name":["A B"]}}\n{oops}\n',
    'list.broken',
  ],
  ['tags crossed', 'un-xml', makeUnList(people).replace('</FIRST_NAME>', '</LAST_NAME>'), 'list.broken'],
  ['very deep', 'un-xml', `<CONSOLIDATED_LIST>${'<a>'.repeat(100)}`, 'list.broken'],
  [
    'JavaScript keywords as values',
    'plain-csv',
    'name,gender,kind,nationality\nconstructor __proto__,constructor,__proto__,constructor\n',
    1,
  ],
])('%s', async (_, format, content, expected) => {
  expect(await of(format, content)).toBe(expected)
})

/** Yields an endless stream and counts the bytes consumed. */
function endless(start: string, piece: string) {
  const taken = { bytes: 0 }
  async function* pieces() {
    yield Buffer.from(start)
    const chunk = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)))
    while (taken.bytes < 64 * 1024 ** 2) {
      taken.bytes += chunk.length
      yield chunk
    }
  }
  return { taken, pieces: pieces() }
}

test.each<[string, ListFormat, string, string]>([
  ['a text', 'un-xml', '<CONSOLIDATED_LIST><INDIVIDUAL><FIRST_NAME>', 'x'],
  ['text outside any element', 'un-xml', '<CONSOLIDATED_LIST>', 'x'],
  ['an attribute', 'un-xml', '<CONSOLIDATED_LIST a="', 'x'],
  ['an element', 'un-xml', '<CONSOLIDATED_LIST><INDIVIDUAL>', '<A/>'],
  ['a comment', 'un-xml', '<CONSOLIDATED_LIST><!--', 'x'],
  ['a quoted field', 'plain-csv', 'name\n"', 'x'],
  ['a first line', 'plain-csv', 'name', 'x'],
  ['a line of JSON', 'ftm-json', '{"id":"', 'x'],
])('rejects %s after a few megabytes if it never ends', async (_, format, start, piece) => {
  const { taken, pieces } = endless(start, piece)
  expect(await outcome(format, pieces)).toMatch(/^list\.(too-large|wrong-format|broken)$/)
  expect(taken.bytes).toBeLessThan(16 * 1024 ** 2)
})
