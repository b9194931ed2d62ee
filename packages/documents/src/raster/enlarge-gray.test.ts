import { expect, test } from 'vitest'
import { enlargeGray } from './enlarge-gray.ts'

test('keeps a uniform image and a linear gradient unchanged at the new size', () => {
  const even = enlargeGray({ width: 5, height: 3, data: new Uint8Array(15).fill(77) }, 2.5)
  expect(even).toMatchObject({ width: 13, height: 8 })
  expect(new Set(even.data)).toEqual(new Set([77]))
  const slope = enlargeGray({ width: 8, height: 1, data: Uint8Array.from([0, 8, 16, 24, 32, 40, 48, 56]) }, 4)
  // Away from the edges, each new pixel samples the position (index + 0.5) / 4 - 0.5 of the original.
  for (let at = 8; at < 24; at++) expect(slope.data[at]).toBe(Math.round(8 * ((at + 0.5) / 4 - 0.5)))
})

test('limits values to the range from black to white', () => {
  const edge = enlargeGray({ width: 6, height: 1, data: Uint8Array.from([0, 0, 0, 255, 255, 255]) }, 3)
  expect(Math.min(...edge.data)).toBe(0)
  expect(Math.max(...edge.data)).toBe(255)
})
