import { failureScreens, stages } from '@touchstone/contract'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { enColourFree } from './en-colour-free.ts'
import { enDocument } from './en-document.ts'
import { enRequests } from './en-requests.ts'
import { failureOf, reasonBeside } from './failure-of.ts'
import { reasonText, sentenceOf } from './sentence-of.ts'
import { zhHk } from './zh-hk.ts'
import { zhHkColourFree } from './zh-hk-colour-free.ts'
import { zhHkDocument } from './zh-hk-document.ts'
import { zhHkRequests } from './zh-hk-requests.ts'

/** Returns every string keyed by its path, calling functions with sample values. */
function all(texts: object, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(texts)) {
    const at = `${path}${path && '.'}${key}`
    if (typeof value === 'string') found.set(at, value)
    else if (typeof value === 'function') found.set(at, String(value(1, 2, 'x')))
    else for (const [inner, text] of all(value as object, at)) found.set(inner, text)
  }
  return found
}

const english = all({ ...en, ...enColourFree, ...enDocument, ...enRequests })
const chinese = all({ ...zhHk, ...zhHkColourFree, ...zhHkDocument, ...zhHkRequests })

test('has the same keys in both languages and no empty strings', () => {
  expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort())
  for (const [path, text] of [...english, ...chinese]) expect(text, path).not.toBe('')
})

test('has text for every failure screen and every stage', () => {
  for (const screen of failureScreens) expect(en.failures[screen].title, screen).toBeTruthy()
  for (const stage of stages) expect(zhHk.stages[stage], stage).toBeTruthy()
})

test('has no English sentences in the Chinese text', () => {
  const technical = new Set(['Touchstone', 'WebAssembly', 'name@example.com', 'x', 'zh-HK', '1', '1 / 2'])
  for (const [path, text] of chinese) {
    if (technical.has(text)) continue
    expect(text, path).toMatch(/\p{Script=Han}/u)
    expect(text, path).not.toMatch(/[a-z]+ [a-z]+ [a-z]+/)
  }
})

test('uses the reason’s title and advice if the screen’s text does not fit', () => {
  expect(failureOf(en, 'ocr', 'document.expired')).toEqual({
    ...en.failuresFor['document.expired'],
    beside: undefined,
  })
  expect(failureOf(zhHk, 'token-expired', 'token.unknown').title).toBe(
    zhHk.failuresFor['token.unknown'].title,
  )
  expect(failureOf(en, 'ocr', 'document.cropped')).toEqual({
    ...en.failures.ocr,
    beside: en.reasons['document.cropped'],
  })
  expect(failureOf(en, 'ocr', 'toString').beside).toBeUndefined()
})

test('does not claim that the site sees only the result', () => {
  const claims =
    /yes or no\b|learns? only|nothing else|nothing is shared|not who you are|只會得知|是或否|不會知道你是誰|不會分享任何/i
  for (const [path, text] of [...english, ...chinese]) expect(text, path).not.toMatch(claims)
})

test('avoids “invalid”, “error” and “please”', () => {
  for (const [path, text] of english) expect(text, path).not.toMatch(/\binvalid\b|\berror\b|\bplease\b/i)
})

test('uses the reason’s text, then its family’s, then the server’s English message, then the general text', () => {
  expect(reasonText(en, 'document.expired')).toBe(en.reasons['document.expired'])
  expect(reasonText(en, 'proof.wallet.other')).toBe(en.reasons['proof.*'])
  expect(reasonText(en, 'toString')).toBeUndefined()
  // Nothing is repeated.
  expect(reasonBeside(en, 'token.expired', en.failures['token-expired'].why)).toBeUndefined()
  expect(reasonBeside(en, 'token.used', en.failures['token-expired'].why)).toBe(en.reasons['token.used'])
  const unknown = { code: 'x.y', message: 'It happened.', remedy: 'Do this.' }
  expect(sentenceOf(en, unknown)).toBe('It happened. Do this.')
  expect(sentenceOf(zhHk, unknown)).toBe(zhHk.failures.unknown.why)
})
