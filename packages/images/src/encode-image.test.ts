import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decodeImage } from './decode-image.ts'
import { encodeCopy, encodeImage } from './encode-image.ts'

const noise = (side: number) => ({
  ...{ width: side, height: side },
  data: randomFillSync(new Uint8ClampedArray(side * side * 4)),
})

test('copies only the pixels of a picture, and turns them upright', async () => {
  const half = await sharp({ create: { width: 100, height: 200, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
  const bytes = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#000000' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .withExif({ IFD0: { Artist: 'Hugo Ferreira' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  expect(bytes.includes('Hugo Ferreira')).toBe(true)
  const copy = await encodeCopy(await decodeImage({ bytes, maxSide: 1000 }))
  const { format, exif, icc, xmp, iptc, orientation } = await sharp(copy).metadata()
  expect({ format, exif, icc, xmp, iptc, orientation }).toEqual({ format: 'jpeg' })
  // The left half was white. After a rotation by 90 degrees, the upper half is white.
  const { data } = await decodeImage({ bytes: copy, maxSide: 1000 })
  expect([data[4 * 190], data[4 * 199 * 200]].map((value = 0) => value > 128)).toEqual([true, false])
})

test('keeps the size of a picture unless its copy would be too large', async () => {
  const plain = await decodeImage({
    bytes: await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#876' } })
      .png()
      .toBuffer(),
    maxSide: 2000,
  })
  expect(await sharp(await encodeCopy(plain)).metadata()).toMatchObject({ width: 1600, height: 1200 })
  const small = await encodeCopy(noise(300), 20_000)
  expect(small.byteLength).toBeLessThanOrEqual(20_000)
  const { width = 0, height = 0 } = await sharp(small).metadata()
  expect(width).toBeLessThan(300)
  expect(height).toBe(width)
})

test('encodes a crop without loss', async () => {
  const raster = noise(64)
  const { data } = await decodeImage({ bytes: await encodeImage(raster), maxSide: 64 })
  const alpha = (index: number) => index % 4 === 3
  expect(data.every((value, index) => alpha(index) || value === raster.data[index])).toBe(true)
})
