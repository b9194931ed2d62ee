import { deflateSync } from 'node:zlib'
import { UserError } from '@touchstone/common'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decodeImage, imageLimits } from './decode-image.ts'
import { toGray } from './raster.ts'

const plain = (width: number, height: number, background = '#336699') =>
  sharp({ create: { width, height, channels: 3, background } })

const refusal = (bytes: Uint8Array) =>
  decodeImage({ bytes, maxSide: 1000 }).then(
    () => 'accepted',
    (error: unknown) => (error instanceof UserError ? error.code : 'another error'),
  )

test('decodes to RGBA within the requested size', async () => {
  const raster = await decodeImage({ bytes: await plain(400, 200).png().toBuffer(), maxSide: 100 })
  expect([raster.width, raster.height, raster.data.length]).toEqual([100, 50, 100 * 50 * 4])
  expect([...raster.data.subarray(0, 4)]).toEqual([0x33, 0x66, 0x99, 255])
  expect(toGray(raster).data[0]).toBe(Math.round(0.299 * 0x33 + 0.587 * 0x66 + 0.114 * 0x99))
})

test("keeps a small picture's size", async () => {
  const raster = await decodeImage({ bytes: await plain(80, 70).webp().toBuffer(), maxSide: 2000 })
  expect([raster.width, raster.height]).toEqual([80, 70])
})

test('rotates a picture upright according to its EXIF orientation', async () => {
  const lying = await plain(200, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const raster = await decodeImage({ bytes: lying, maxSide: 1000 })
  expect([raster.width, raster.height]).toEqual([100, 200])
})

test('renders transparent pixels as white', async () => {
  const clear = await sharp({
    create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const raster = await decodeImage({ bytes: clear, maxSide: 64 })
  expect([...raster.data.subarray(0, 4)]).toEqual([255, 255, 255, 255])
})

test('rejects a file of 100 MB before decoding', async () => {
  expect(await refusal(new Uint8Array(100 * 1024 * 1024))).toBe('image.too-large')
})

test('uses the header to reject a small file that would decompress to gigabytes', async () => {
  const bomb = pngWithHead(30_000, 30_000)
  expect(bomb.byteLength).toBeLessThan(imageLimits.maxBytes)
  const before = process.memoryUsage().rss
  expect(await refusal(bomb)).toBe('image.too-many-pixels')
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})

test('rejects a file that is shorter than its header declares', async () => {
  expect(await refusal(pngWithHead(3000, 3000))).toBe('image.broken')
  const whole = await plain(600, 600).jpeg().toBuffer()
  expect(await refusal(whole.subarray(0, whole.length / 2))).toBe('image.broken')
})

test.each([
  ['nothing', new Uint8Array()],
  ['text', Buffer.from('hello')],
  ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>')],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
])('rejects %s', async (_, bytes) => {
  expect(await refusal(bytes)).toBe('image.unknown-format')
})

test('rejects multi-page formats and pictures that are too small', async () => {
  expect(await refusal(await plain(100, 100).gif().toBuffer())).toBe('image.unknown-format')
  expect(await refusal(await plain(100, 100).tiff().toBuffer())).toBe('image.unknown-format')
  expect(await refusal(await plain(100, 40).png().toBuffer())).toBe('image.too-small')
})

/** Creates a PNG that declares this size but contains only a few lines. */
function pngWithHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(width * 3 * 10))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(body.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
