import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadGlyphNets } from './load-glyph-nets.ts'

test('the shipped weights are the ones that the training made', () => {
  const bytes = readFileSync(new URL('../../assets/glyph-nets.bin', import.meta.url))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    '11a2f92eff819b9961df5f2a549a04bb1eb14b32bf50d3f1c7e880060c7faf59',
  )
  expect(bytes.byteLength).toBeLessThan(500_000)
  expect(loadGlyphNets()).toHaveLength(2)
})
