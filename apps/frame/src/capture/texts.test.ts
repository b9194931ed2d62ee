import { expect, test } from 'vitest'
import { captureTextsEn } from './texts/en.ts'
import { captureTextsZhHk } from './texts/zh-hk.ts'

function flatten(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flatten(value, `${path}${key}.`),
  )
}

const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

test('has the same keys and placeholders in both languages', () => {
  const english = new Map(flatten(captureTextsEn))
  const chinese = new Map(flatten(captureTextsZhHk))
  expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort())
  for (const [key, text] of english) {
    expect(names(chinese.get(key) ?? ''), key).toEqual(names(text))
    expect(text.trim(), key).not.toBe('')
    expect(text, key).not.toMatch(/invalid|please|error/i)
  }
})
