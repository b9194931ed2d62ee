/**
 * A decoded picture in RGBA, with eight bits per channel, in row-major order. Compatible with the browser's
 * `ImageData`.
 */
export type Raster = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }

/** A grayscale picture with one byte per pixel. */
export type GrayRaster = { readonly width: number; readonly height: number; readonly data: Uint8Array }

/** Converts a picture to its perceived brightness (ITU-R BT.601). */
export function toGray({ width, height, data }: Raster): GrayRaster {
  const gray = new Uint8Array(width * height)
  for (let pixel = 0, at = 0; pixel < gray.length; pixel++, at += 4) {
    gray[pixel] = (299 * (data[at] ?? 0) + 587 * (data[at + 1] ?? 0) + 114 * (data[at + 2] ?? 0) + 500) / 1000
  }
  return { width, height, data: gray }
}
