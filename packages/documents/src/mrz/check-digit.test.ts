import { expect, test } from 'vitest'
import { checkDigit } from './check-digit.ts'

// ICAO Doc 9303 part 3, appendix A, and the specimens of parts 4 to 6.
test.each([
  ['520727', 3],
  ['AB2134<<<', 5],
  ['HA672242<658022549601086<<<<<<<<<<<<<<0', 8],
  ['D231458907<<<<<<<<<<<<<<<34071279507122<<<<<<<<<<', 2],
  ['L898902C3', 6],
  ['740812', 2],
  ['ZE184226B<<<<<', 1],
  ['<<<<<<', 0],
])('returns the check digit of %s as %i', (text, digit) => {
  expect(checkDigit(text)).toBe(digit)
})
