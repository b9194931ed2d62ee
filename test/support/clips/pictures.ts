import type { Raster } from '@touchstone/images'
import { decodeImage } from '@touchstone/images/decode'
import sharp from 'sharp'

export function decode(bytes: Uint8Array): Promise<Raster> {
  return decodeImage({ bytes, maxSide: 960 })
}

/** Encodes a picture as a browser's canvas does. */
export async function encode({ width, height, data }: Raster): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

type Place = { x: number; y: number } | undefined

/**
 * Creates a picture whose pixels are interpolated at the source positions that `from` returns. Positions
 * outside the source picture give grey.
 */
export function warp(
  { width, height, data }: Raster,
  from: (x: number, y: number) => Place,
  background = 90,
): Raster {
  const made = new Uint8ClampedArray(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      made[at + 3] = 255
      const place = from(x, y)
      const inside =
        place !== undefined && place.x >= 0 && place.y >= 0 && place.x < width - 1 && place.y < height - 1
      if (!inside) {
        made.fill(background, at, at + 3)
        continue
      }
      const column = Math.floor(place.x)
      const row = Math.floor(place.y)
      const right = place.x - column
      const below = place.y - row
      const source = (row * width + column) * 4
      for (let channel = 0; channel < 3; channel++) {
        const pixel = (offset: number) => data[source + offset + channel] ?? 0
        const upper = pixel(0) * (1 - right) + pixel(4) * right
        const lower = pixel(width * 4) * (1 - right) + pixel(width * 4 + 4) * right
        made[at + channel] = upper * (1 - below) + lower * below
      }
    }
  }
  return { width, height, data: made }
}

export function mirror(picture: Raster): Raster {
  return warp(picture, (x, y) => ({
    x: Math.max(0, picture.width - 1.001 - x),
    y: Math.min(y, picture.height - 1.001),
  }))
}

/**
 * Enlarges a picture around a point, like a step towards the camera but without the change of perspective.
 */
export function zoom(picture: Raster, factor: number, centre: { x: number; y: number }): Raster {
  return warp(picture, (x, y) => ({
    x: centre.x + (x - centre.x) / factor,
    y: centre.y + (y - centre.y) / factor,
  }))
}
