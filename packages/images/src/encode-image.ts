import sharp from 'sharp'
import type { Raster } from './raster.ts'

/**
 * Encodes a picture as PNG, which is lossless, so that encoding a crop does not reduce the quality further.
 */
export async function encodeImage(raster: Raster): Promise<Uint8Array> {
  return await open(raster).png({ compressionLevel: 3 }).toBuffer()
}

/** The largest copy of a picture that is stored for a reviewer. */
export const maxCopyBytes = 2 * 1024 * 1024

/** Tried in this order. Small print stays readable at each of these qualities. */
const qualities = [88, 75, 60]
const shrinkBy = 0.75

/**
 * Encodes a decoded picture as a JPEG of at most `maxBytes`. The copy contains only pixels: no metadata and
 * no other bytes of the original file. Noise compresses poorly, so a picture that is still too large at the
 * lowest quality is scaled down.
 */
export async function encodeCopy(raster: Raster, maxBytes = maxCopyBytes): Promise<Uint8Array> {
  for (let { width } = raster; width > 0; width = Math.floor(width * shrinkBy))
    for (const quality of qualities) {
      const copy = await open(raster).resize({ width }).jpeg({ quality }).toBuffer()
      if (copy.byteLength <= maxBytes) return copy
    }
  throw new Error('no copy of the picture is small enough')
}

function open({ width, height, data }: Raster) {
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha()
}
