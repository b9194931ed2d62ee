import { expect, test } from 'vitest'
import { captureTextsEn } from '../texts/en.ts'
import { captureTextsZhHk } from '../texts/zh-hk.ts'
import { expectedWait } from './instruction-of.ts'

test('shows the expected wait in minutes, rounded up', () => {
  const words = captureTextsEn.face
  expect(expectedWait(1, words)).toBe('It will be your turn in less than a minute.')
  expect(expectedWait(60, words)).toBe('It will be your turn in less than a minute.')
  expect(expectedWait(61, words)).toBe('It will be your turn in about 2 minutes.')
  expect(expectedWait(301, captureTextsZhHk.face)).toBe('預計約 6 分鐘後輪到你。')
})
