import { decodeImage } from '@touchstone/images/decode'
import { expect, test } from 'vitest'
import { makeSpecimen } from '../../tools/src/specimens/make-specimen.ts'
import type { DocumentKind } from '../mrz/mrz-layout.ts'
import { loadGlyphNets } from '../read/load-glyph-nets.ts'
import { readDocument } from '../read/read-document.ts'

const today = '2026-11-15'
const pink = new Uint8ClampedArray(30 * 40 * 4)
for (let at = 0; at < pink.length; at += 4) pink.set([250, 20, 200, 255], at)
const face = { width: 30, height: 40, data: pink }

/** Returns the centre of the pink area, as fractions of the picture's width and height. */
async function placeOfPhoto(kind: DocumentKind, turns: 0 | 2) {
  const size = { width: 1000, height: 750 }
  const { photo } = makeSpecimen({ seed: `side ${kind}`, level: 'mild', today, kind, face, turns, ...size })
  const options = { frames: [photo.raster], today, allowSpecimen: true, nets: loadGlyphNets() }
  const { sides } = await readDocument(options)
  const [side] = sides
  if (side === undefined) throw new Error('no side was found')
  const { width, height, data } = await decodeImage({ bytes: side.picture, maxSide: 2000 })
  const sum = { x: 0, y: 0, count: 0 }
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      if (red < green + 90 || blue < green + 60) continue
      sum.x += x / width
      sum.y += y / height
      sum.count += 1
    }
  }
  return { side, x: sum.x / sum.count, y: sum.y / sum.count, share: sum.count / (width * height) }
}

test.each([
  ['TD3', 0],
  ['TD3', 2],
  ['TD2', 0],
  ['MRV-A', 0],
] as const)(
  'returns the photo of a %s at its standard position after %s quarter turns',
  async (kind, turns) => {
    const { side, x, y, share } = await placeOfPhoto(kind, turns)
    expect(side).toMatchObject({ from: 'page', photo: { right: 0.4 } })
    expect(x).toBeGreaterThan(0.1)
    expect(x).toBeLessThan(0.27)
    expect(y).toBeGreaterThan(0.3)
    expect(y).toBeLessThan(0.75)
    // The whole photo is visible: about a quarter of the width, and more than half of the height.
    expect(share).toBeGreaterThan(0.1)
  },
)
