import sharp from 'sharp'
import type { Raster } from './raster.ts'

/**
 * Encodes a picture as PNG, which is lossless, so that encoding a crop does not reduce the quality further.
 */
export async function encodeImage({ width, height, data }: Raster): Promise<Uint8Array> {
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 3 })
    .toBuffer()
}
