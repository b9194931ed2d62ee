import { riskDescriptions } from '@touchstone/contract'
import { expect, test } from 'vitest'
import { categories, categoryFacts, isCategory, mostTelling } from './categories.ts'

test('every category has its facts, and nothing else has', () => {
  expect(Object.keys(categoryFacts).sort()).toEqual([...categories].sort())
})

test('a description is one of the contract, and of the address itself', () => {
  for (const { descriptions } of Object.values(categoryFacts)) {
    for (const description of descriptions) {
      expect(riskDescriptions).toContain(description)
      expect(description).not.toMatch(/^Interact/)
    }
  }
})

test('a category has a description exactly where it has a risk', () => {
  for (const { riskClass, descriptions } of Object.values(categoryFacts)) {
    expect(descriptions.length > 0).toBe(riskClass !== 'none')
  }
})

test('the riskier class never stands behind the milder in the order that decides', () => {
  const classes = ['severe', 'suspected', 'high', 'medium', 'none']
  const ranks = categories.map((category) => classes.indexOf(categoryFacts[category].riskClass))
  expect(ranks).toEqual([...ranks].sort((left, right) => left - right))
})

test('the most telling category decides', () => {
  expect(mostTelling(['wallet', 'mixer', 'exchange'])).toBe('mixer')
  expect(mostTelling(['sanctioned', 'mixer'])).toBe('sanctioned')
  expect(mostTelling([])).toBeUndefined()
  expect(isCategory('mixer')).toBe(true)
  expect(isCategory('toString')).toBe(false)
})
