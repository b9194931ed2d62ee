import type { Raster } from '@touchstone/images'

type Box = { x: number; y: number; width: number; height: number }

/**
 * Pastes a part of one picture onto another with soft edges. `to` is the upper left corner of the pasted
 * part.
 */
export function paste(under: Raster, over: Raster, part: Box, to: { x: number; y: number }): Raster {
  const data = new Uint8ClampedArray(under.data)
  const soft = Math.max(2, Math.min(part.width, part.height) * 0.15)
  for (let row = 0; row < part.height; row++) {
    for (let column = 0; column < part.width; column++) {
      const fromX = Math.round(part.x) + column
      const fromY = Math.round(part.y) + row
      const x = Math.round(to.x) + column
      const y = Math.round(to.y) + row
      const inside =
        Math.min(fromX, fromY, x, y) >= 0 &&
        fromX < over.width &&
        fromY < over.height &&
        x < under.width &&
        y < under.height
      if (!inside) continue
      const edge = Math.min(column + 1, row + 1, part.width - column, part.height - row)
      const share = Math.min(1, edge / soft)
      const source = (fromY * over.width + fromX) * 4
      const target = (y * under.width + x) * 4
      for (let channel = 0; channel < 3; channel++) {
        const below = data[target + channel] ?? 0
        data[target + channel] = below * (1 - share) + (over.data[source + channel] ?? 0) * share
      }
    }
  }
  return { ...under, data }
}
