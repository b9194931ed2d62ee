import type { GrayRaster } from '@touchstone/images'
import { blurPlane } from '../raster/blur-plane.ts'

/** A patch of ink that could be a character. */
export type Mark = { x: number; y: number; width: number; height: number; size: number; area: number }

/** Darker than what is around it, of the size of a character; the largest share of noise is left out. */
export function findMarks(
  gray: GrayRaster,
  options: { smooth: number; darker: number; least?: number },
): Mark[] {
  const { width, height } = gray
  const plane = Float32Array.from(gray.data)
  blurPlane(plane, width, height, options.smooth)
  const ink = markInk(plane, width, height, options.darker)
  const longest = Math.max(width, height)
  const least = options.least ?? Math.max(5, longest / 260)
  const most = longest / 14
  return connect(ink, width, height).filter(
    (mark) => mark.size >= least && mark.size <= most && mark.area >= least * 1.5,
  )
}

/** Ink is darker than the mean of its neighbourhood by a share of it: shadows and lamps do not matter. */
function markInk(plane: Float32Array, width: number, height: number, darker: number): Uint8Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += plane[y * width + x] ?? 0
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row
    }
  }
  const reach = Math.max(8, Math.round(Math.max(width, height) / 64))
  const ink = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - reach) * (width + 1)
    const bottom = Math.min(height, y + reach + 1) * (width + 1)
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - reach)
      const right = Math.min(width, x + reach + 1)
      const sum =
        (sums[bottom + right] ?? 0) -
        (sums[bottom + left] ?? 0) -
        (sums[top + right] ?? 0) +
        (sums[top + left] ?? 0)
      const count = ((bottom - top) / (width + 1)) * (right - left)
      const mean = sum / count
      if ((plane[y * width + x] ?? 0) < mean * (1 - darker) - 3) ink[y * width + x] = 1
    }
  }
  return ink
}

/** Pieces of ink that touch, corners too; walks with a stack of its own, whatever their shape. */
function connect(ink: Uint8Array, width: number, height: number): Mark[] {
  const marks: Mark[] = []
  const stack: number[] = []
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] !== 1) continue
    let area = 0
    let left = width
    let right = 0
    let top = height
    let bottom = 0
    stack.push(start)
    ink[start] = 2
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % width
      const y = (at - x) / width
      area += 1
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
      for (let dy = y > 0 ? -1 : 0; dy <= (y < height - 1 ? 1 : 0); dy++) {
        for (let dx = x > 0 ? -1 : 0; dx <= (x < width - 1 ? 1 : 0); dx++) {
          const next = at + dy * width + dx
          if (ink[next] !== 1) continue
          ink[next] = 2
          stack.push(next)
        }
      }
    }
    const wide = right - left + 1
    const high = bottom - top + 1
    const size = Math.max(wide, high)
    marks.push({ x: (left + right) / 2, y: (top + bottom) / 2, width: wide, height: high, size, area })
  }
  return marks
}
