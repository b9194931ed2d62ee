import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadGlyphNets } from './load-glyph-nets.ts'

test('the shipped weights are the ones that the training made', () => {
  const bytes = readFileSync(new URL('../../assets/glyph-nets.bin', import.meta.url))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    '6fd63e20f44463533614b03bf356fba0c6b2f060d23258c348a8e3016fa0e463',
  )
  expect(bytes.byteLength).toBeLessThan(500_000)
  expect(loadGlyphNets()).toHaveLength(2)
})
