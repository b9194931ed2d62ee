import type { GrayRaster } from '@touchstone/images'

/**
 * Shrinks the image until its longer side is at most `maxSide`. Each pixel is the mean of the pixels that it
 * replaces.
 */
export function shrinkGray(gray: GrayRaster, maxSide: number): { gray: GrayRaster; scale: number } {
  const longest = Math.max(gray.width, gray.height)
  if (longest <= maxSide) return { gray, scale: 1 }
  const scale = longest / maxSide
  const width = Math.max(1, Math.round(gray.width / scale))
  const height = Math.max(1, Math.round(gray.height / scale))
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const top = Math.floor(y * scale)
    const bottom = Math.max(top + 1, Math.min(gray.height, Math.floor((y + 1) * scale)))
    for (let x = 0; x < width; x++) {
      const left = Math.floor(x * scale)
      const right = Math.max(left + 1, Math.min(gray.width, Math.floor((x + 1) * scale)))
      let sum = 0
      for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++) sum += gray.data[row * gray.width + column] ?? 0
      }
      data[y * width + x] = sum / ((bottom - top) * (right - left))
    }
  }
  return { gray: { width, height, data }, scale }
}
