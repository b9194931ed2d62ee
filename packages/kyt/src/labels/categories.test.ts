import { riskDescriptions } from '@touchstone/contract'
import { expect, test } from 'vitest'
import { categories, categoryFacts, isCategory, mostSignificant } from './categories.ts'

test('defines texts and attributes for exactly the known categories', () => {
  expect(Object.keys(categoryFacts).sort()).toEqual([...categories].sort())
})

test('uses only descriptions that are in the contract and refer to the address itself', () => {
  for (const { descriptions } of Object.values(categoryFacts)) {
    for (const description of descriptions) {
      expect(riskDescriptions).toContain(description)
      expect(description).not.toMatch(/^Interact/)
    }
  }
})

test('describes exactly the categories that carry a risk', () => {
  for (const { riskClass, descriptions } of Object.values(categoryFacts)) {
    expect(descriptions.length > 0).toBe(riskClass !== 'none')
  }
})

test('orders categories by risk class, riskiest first', () => {
  const classes = ['severe', 'suspected', 'high', 'medium', 'none']
  const ranks = categories.map((category) => classes.indexOf(categoryFacts[category].riskClass))
  expect(ranks).toEqual([...ranks].sort((left, right) => left - right))
})

test('selects the most significant category', () => {
  expect(mostSignificant(['wallet', 'mixer', 'exchange'])).toBe('mixer')
  expect(mostSignificant(['sanctioned', 'mixer'])).toBe('sanctioned')
  expect(mostSignificant([])).toBeUndefined()
  expect(isCategory('mixer')).toBe(true)
  expect(isCategory('toString')).toBe(false)
})
