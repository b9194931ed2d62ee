import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureGrid } from '../liveness/measure-grid.ts'
import { detailSide, measureDetail } from './measure-detail.ts'

/** Simulates skin: smooth shading with camera noise. */
function skin(seed: number, add: (row: number, column: number) => number = () => 0): Float64Array {
  let state = seed
  return Float64Array.from({ length: detailSide ** 2 }, (_, index) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const [row, column] = [Math.floor(index / detailSide), index % detailSide]
    return 120 + 30 * Math.sin(row / 15) + 20 * Math.cos(column / 11) + (state >>> 29) + add(row, column)
  })
}

const session = (add?: (row: number, column: number) => number) =>
  measureGrid(Array.from({ length: 20 }, (_, index) => measureDetail(skin(index + 1, add))))

test('finds no grid in noise and finds a fine wave of a few brightness levels at any angle', () => {
  expect(session()).toBeLessThan(3)
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: Math.PI, noNaN: true }),
      fc.double({ min: 0.2, max: 0.45, noNaN: true }),
      (angle, frequency) => {
        const wave = (row: number, column: number) =>
          4 * Math.cos(2 * Math.PI * frequency * (column * Math.cos(angle) + row * Math.sin(angle)))
        expect(session(wave)).toBeGreaterThan(6)
      },
    ),
    { numRuns: 8 },
  )
})

test('finds no grid in an empty patch or in a low-frequency wave, which is typical of facial features', () => {
  expect(session((_, column) => 20 * Math.cos((2 * Math.PI * column) / 32))).toBeLessThan(3)
  expect(measureGrid([])).toBe(0)
  expect(measureGrid([new Float32Array(detailSide ** 2)])).toBe(0)
})
