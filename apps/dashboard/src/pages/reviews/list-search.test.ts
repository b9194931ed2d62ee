import { expect, test } from 'vitest'
import { readListSearch, writeListSearch } from './list-search.ts'

test.each([
  ['', { kind: '', pages: [] }],
  ['?kind=document', { kind: 'document', pages: [] }],
  ['?pages=1763200000000.7-1763200000001.9', { kind: '', pages: ['1763200000000.7', '1763200000001.9'] }],
  ['?kind=liveness&pages=1.2', { kind: 'liveness', pages: ['1.2'] }],
])('reads and writes %s', (text, search) => {
  expect(readListSearch(text)).toEqual(search)
  expect(writeListSearch(search)).toBe(text)
})
