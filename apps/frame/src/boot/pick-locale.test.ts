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
] as const)('requested %s, browser languages %s: %s', (requested, languages, picked) => {
  expect(pickLocale(requested, languages)).toBe(picked)
})
