import type { Challenge } from '@touchstone/biometrics'
import { flashColours } from '@touchstone/biometrics'
import type { Raster } from '@touchstone/images'

const toLinear = Float64Array.from({ length: 256 }, (_, value) => (value / 255) ** 2.2)
const toByte = Uint8ClampedArray.from({ length: 4096 }, (_, value) => 255 * (value / 4095) ** (1 / 2.2))

/**
 * Adds light in the screen's colour to a head. The light is strongest in the middle of the face, falls off as
 * on a sphere, and hardly reaches the wall behind the head. The light must be simulated, because no video
 * with a flashing screen is available.
 */
export function shine(
  picture: Raster,
  options: {
    flashes: Challenge['flashes']
    atMs: number
    gain: number
    face: { x: number; y: number; size: number }
  },
): Raster {
  const { flashes, atMs, gain, face } = options
  const flash = flashes.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)
  if (flash === undefined) return picture
  const colour = flashColours[flash.colour]
  const data = new Uint8ClampedArray(picture.data)
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const away = Math.hypot(x - face.x, y - face.y) / face.size
      const falling = away < 1 ? 0.3 + 0.7 * Math.sqrt(1 - away * away) : 0.1
      const at = (y * picture.width + x) * 4
      for (let channel = 0; channel < 3; channel++) {
        const light = toLinear[data[at + channel] ?? 0] ?? 0
        const more = light * (1 + gain * falling * (colour[channel] ?? 0))
        data[at + channel] = toByte[Math.min(4095, Math.round(more * 4095))] ?? 255
      }
    }
  }
  return { ...picture, data }
}
