import { expect, test } from 'vitest'
import { countFaces } from './count-faces.ts'

const face = (width: number, boxScore: number, meshScore: number) => ({
  box: { x: 0, y: 0, width, height: width },
  boxScore,
  meshScore,
  points: [],
})

test('returns the largest certain face first, counts a partial face next to it and ignores uncertain or tiny faces', () => {
  const sure = face(120, 0.8, 1)
  const half = face(200, 0.43, 0.36)
  expect(countFaces([half, sure])).toEqual([sure, half])
  expect(countFaces([sure, face(110, 0.3, 0.78)])).toEqual([sure])
  expect(countFaces([sure, face(110, 0.45, 0.2)])).toEqual([sure])
  expect(countFaces([sure, face(30, 0.9, 1)])).toEqual([sure])
  expect(countFaces([half])).toEqual([])
  expect(countFaces([])).toEqual([])
})
