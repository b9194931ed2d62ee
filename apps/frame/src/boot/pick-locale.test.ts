import { expect, test } from 'vitest'
import { pickLocale } from './pick-locale.ts'

test.each([
  ['en', ['zh-HK'], 'en'],
  ['zh-hk', ['en-GB'], 'zh-hk'],
  [undefined, ['zh-TW', 'en'], 'zh-hk'],
  [undefined, ['yue'], 'zh-hk'],
  [undefined, ['fr', 'en-GB', 'zh'], 'en'],
  [undefined, ['de'], 'en'],
  [undefined, [], 'en'],
] as const)('asked %s, reads %s: %s', (asked, languages, picked) => {
  expect(pickLocale(asked, languages)).toBe(picked)
})
