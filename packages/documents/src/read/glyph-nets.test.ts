import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadGlyphNets } from './load-glyph-nets.ts'

test('the shipped weights are the ones that the training made', () => {
  const bytes = readFileSync(new URL('../../assets/glyph-nets.bin', import.meta.url))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    '4833b2108fb4ff87bb7358e47ed7a7ab47dc403d141804cf12a8a268700b4856',
  )
  expect(bytes.byteLength).toBeLessThan(500_000)
  expect(loadGlyphNets()).toHaveLength(2)
})
