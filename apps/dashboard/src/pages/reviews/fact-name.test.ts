import { expect, test } from 'vitest'
import { enReviews } from '../../texts/en/reviews.ts'
import { zhHkReviews } from '../../texts/zh-hk/reviews.ts'
import { factName } from './fact-name.ts'

test.each([
  ['identity names 1', 'Requested name 1'],
  ['reasons 1 code', 'Reason 1 code'],
  ['limits greyOfBirthYear', 'Threshold similar, same birth year'],
  ['somethingNew 2', 'SomethingNew 2'],
  ['constructor', 'Constructor'],
])('%s is %s', (name, words) => {
  expect(factName(enReviews.reviews.factWords, name)).toBe(words)
})

test('has words for the same parts in both languages', () => {
  expect(Object.keys(zhHkReviews.reviews.factWords)).toEqual(Object.keys(enReviews.reviews.factWords))
})
