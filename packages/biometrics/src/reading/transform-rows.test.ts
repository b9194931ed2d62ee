import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transformRows } from './transform-rows.ts'

const side = 8

test('matches the definition of the transform for rows and columns', () => {
  const values = fc.array(fc.integer({ min: -99, max: 99 }), {
    minLength: side * side,
    maxLength: side * side,
  })
  fc.assert(
    fc.property(values, (grid) => {
      const real = Float64Array.from(grid)
      const imaginary = new Float64Array(side * side)
      transformRows(real, imaginary, side, { stride: 1, next: side })
      transformRows(real, imaginary, side, { stride: side, next: 1 })
      for (const [k, l] of [
        [0, 0],
        [1, 0],
        [3, 5],
        [7, 2],
      ] as const) {
        let [a, b] = [0, 0]
        grid.forEach((value, index) => {
          const angle = (-2 * Math.PI * (k * Math.floor(index / side) + l * (index % side))) / side
          a += value * Math.cos(angle)
          b += value * Math.sin(angle)
        })
        expect(real[k * side + l]).toBeCloseTo(a, 6)
        expect(imaginary[k * side + l]).toBeCloseTo(b, 6)
      }
    }),
    { numRuns: 20 },
  )
})
