import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadGlyphNets } from './load-glyph-nets.ts'

test('ships the weights that the training produced', () => {
  const bytes = readFileSync(new URL('../../assets/glyph-nets.bin', import.meta.url))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    '8ed26b2c02855d32ef8b1fbc44efe0157102cc5916586e943b2363e9225240fc',
  )
  expect(bytes.byteLength).toBeLessThan(500_000)
  expect(loadGlyphNets()).toHaveLength(2)
})
