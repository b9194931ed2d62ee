import { expect, test } from 'vitest'
import { turnRaster } from './turn-raster.ts'

test('turns clockwise and restores the image after four quarter turns', () => {
  const data = new Uint8ClampedArray(Uint32Array.from([1, 2, 3, 4, 5, 6]).buffer)
  const picture = { width: 3, height: 2, data }
  const rows = (quarters: 0 | 1 | 2 | 3) => [
    ...new Uint32Array(turnRaster(picture, quarters).data.slice().buffer),
  ]
  expect(rows(0)).toEqual([1, 2, 3, 4, 5, 6])
  expect(rows(1)).toEqual([4, 1, 5, 2, 6, 3])
  expect(rows(2)).toEqual([6, 5, 4, 3, 2, 1])
  expect(rows(3)).toEqual([3, 6, 2, 5, 1, 4])
  expect(turnRaster(turnRaster(picture, 1), 3)).toEqual(picture)
})
