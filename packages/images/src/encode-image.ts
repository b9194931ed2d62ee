import sharp from 'sharp'
import type { Raster } from './raster.ts'

/** Encodes as PNG, so that cropping does not reduce the quality a second time. */
export async function encodeImage({ width, height, data }: Raster): Promise<Uint8Array> {
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 3 })
    .toBuffer()
}
