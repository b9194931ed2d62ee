import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTemplateMatrix } from './template-matrix.ts'

const template = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 8, maxLength: 8 })

test('returns the same results as a linear search after templates are added and removed', () => {
  const command = fc.oneof(
    fc.record({ add: template }),
    fc.record({ remove: fc.nat() }),
    fc.record({ look: template, limit: fc.integer({ min: 1, max: 5 }) }),
  )
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const matrix = createTemplateMatrix(8)
      const plain: number[][] = []
      for (const each of commands) {
        if ('add' in each) {
          expect(matrix.add(Float32Array.from(each.add))).toBe(plain.push(each.add) - 1)
        } else if ('remove' in each) {
          if (plain.length === 0) continue
          const slot = each.remove % plain.length
          const last = plain.length - 1
          expect(matrix.remove(slot)).toBe(slot === last ? undefined : last)
          plain[slot] = plain[last] ?? []
          plain.pop()
        } else {
          const found = matrix.nearest(Float32Array.from(each.look), each.limit)
          const distances = plain
            .map((row) => Math.hypot(...row.map((value, index) => value - (each.look[index] ?? 0))))
            .sort((a, b) => a - b)
          expect(found.map(({ distance }) => distance.toFixed(9))).toEqual(
            distances.slice(0, each.limit).map((distance) => distance.toFixed(9)),
          )
          for (const { slot, distance } of found) {
            expect(matrix.distanceTo(slot, Float32Array.from(each.look))).toBe(distance)
          }
        }
        expect(matrix.size).toBe(plain.length)
      }
    }),
  )
})

test('returns the templates within a distance, up to the limit', () => {
  const row = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 128, maxLength: 128 })
  const rows = fc.array(row, { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(rows, row, fc.nat(), fc.integer({ min: 1, max: 20 }), (plain, look, nth, limit) => {
      const matrix = createTemplateMatrix(128)
      for (const each of plain) matrix.add(Float32Array.from(each))
      const all = matrix.nearest(Float32Array.from(look), plain.length)
      // A limit equal to one of the distances is the hardest case, because the template at this distance must
      // be included.
      const within = all[nth % all.length]?.distance ?? 0
      const distances = (found: typeof all) => found.map(({ distance }) => distance)
      expect(distances(matrix.nearest(Float32Array.from(look), limit, within))).toEqual(
        distances(all.filter(({ distance }) => distance <= within)).slice(0, limit),
      )
    }),
  )
})

test('grows and shrinks by many blocks at a time', () => {
  const matrix = createTemplateMatrix(4)
  for (let index = 0; index < 50_000; index++) matrix.add(Float32Array.of(index, 0, 0, 0))
  expect(matrix.nearest(Float32Array.of(40_000.2, 0, 0, 0), 2).map(({ slot }) => slot)).toEqual([
    40_000, 40_001,
  ])
  for (let index = 49_999; index >= 10; index--) matrix.remove(index)
  expect(matrix.nearest(Float32Array.of(40_000, 0, 0, 0), 1)).toMatchObject([{ slot: 9 }])
  matrix.add(Float32Array.of(40_000, 0, 0, 0))
  expect(matrix.nearest(Float32Array.of(40_000, 0, 0, 0), 1)).toEqual([{ slot: 10, distance: 0 }])
})

test('rejects a template of a different length', () => {
  const matrix = createTemplateMatrix(8)
  expect(() => matrix.add(new Float32Array(4))).toThrow('8 dimensions')
  expect(() => matrix.nearest(new Float32Array(12), 1)).toThrow('8 dimensions')
})
