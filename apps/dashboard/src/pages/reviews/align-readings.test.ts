import { expect, test } from 'vitest'
import { alignReadings } from './align-readings.ts'

test.each([
  ['FERREIRA<<', 'FERREIRA<<', ''],
  ['840203', '850203', '4>5'],
  ['MULLER<<', 'MOELLER<', '>O U>E <>'],
  ['', 'AB', '>A >B'],
  ['AB', '', 'A> B>'],
])('aligns %j with %j', (read, entered, differences) => {
  const pairs = alignReadings(read, entered)
  expect(pairs.map((pair) => pair.read).join('')).toBe(read)
  expect(pairs.map((pair) => pair.entered).join('')).toBe(entered)
  const different = pairs.filter((pair) => pair.read !== pair.entered)
  expect(different.map((pair) => `${pair.read}>${pair.entered}`).join(' ')).toBe(differences)
})
