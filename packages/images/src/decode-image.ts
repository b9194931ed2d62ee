import { UserError } from '@touchstone/common'
import sharp, { type Metadata } from 'sharp'
import type { Raster } from './raster.ts'

/** The supported formats. Excludes formats that can contain scripts, references or many pages. */
const formats = new Set(['jpeg', 'png', 'webp'])

export const imageLimits = {
  maxBytes: 15 * 1024 * 1024,
  /**
   * Maximum number of pixels: more than a phone camera produces. A decoded picture of this size takes 200 MB.
   */
  maxPixels: 50_000_000,
  minSide: 64,
  timeLimitSeconds: 10,
}

// Disables the library's cache, because pictures show people and must not remain in memory.
sharp.cache(false)

/**
 * Decodes an untrusted picture, rotates it upright and limits its longer side to `maxSide` pixels. Checks the
 * size in the header before decoding, so that a small file can't exhaust memory.
 */
export async function decodeImage(options: { bytes: Uint8Array; maxSide: number }): Promise<Raster> {
  const { bytes, maxSide } = options
  refuseLarge(bytes, imageLimits.maxBytes)
  const { format, width, height } = await readHead(bytes)
  if (!formats.has(format)) throw unknownFormat()
  if (width * height > imageLimits.maxPixels) throw tooManyPixels()
  if (Math.min(width, height) < imageLimits.minSide) throw tooSmall()
  try {
    const { data, info } = await open(bytes)
      .timeout({ seconds: imageLimits.timeLimitSeconds })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { buffer, byteOffset, byteLength } = data
    return {
      width: info.width,
      height: info.height,
      data: new Uint8ClampedArray(buffer, byteOffset, byteLength),
    }
  } catch (error) {
    throw broken(error)
  }
}

/**
 * Rejects a file that is too large. Call this before copying the file to a thread, so that many oversized
 * files can't exhaust memory.
 */
export function refuseLarge(bytes: Uint8Array, maxBytes: number): void {
  if (bytes.byteLength <= maxBytes) return
  throw new UserError({
    code: 'image.too-large',
    message: `The file is larger than ${maxBytes / 1024 / 1024} MB.`,
    remedy: 'Send a smaller file.',
  })
}

async function readHead(bytes: Uint8Array): Promise<Metadata> {
  try {
    return await open(bytes).metadata()
  } catch (error) {
    // The library itself rejects extremely large pictures. Its message contains no picture data.
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooManyPixels()
    throw unknownFormat(error)
  }
}

function open(bytes: Uint8Array) {
  return sharp(bytes, { limitInputPixels: imageLimits.maxPixels, failOn: 'error', sequentialRead: true })
}

function tooManyPixels(): UserError {
  return new UserError({
    code: 'image.too-many-pixels',
    message: `The picture has more than ${imageLimits.maxPixels / 1e6} million pixels.`,
    remedy: 'Send it at a lower resolution.',
  })
}

function tooSmall(): UserError {
  return new UserError({
    code: 'image.too-small',
    message: `The picture is less than ${imageLimits.minSide} pixels wide or high.`,
    remedy: 'Take it from closer up, at full resolution.',
  })
}

function unknownFormat(cause?: unknown): UserError {
  return new UserError({
    code: 'image.unknown-format',
    message: 'The file is not a JPEG, PNG or WebP picture.',
    remedy: 'Take a photo, or export the picture as a JPEG.',
    cause,
  })
}

function broken(cause: unknown): UserError {
  return new UserError({
    code: 'image.broken',
    message: "The picture is damaged and can't be decoded completely.",
    remedy: 'Take or export it again.',
    cause,
  })
}
