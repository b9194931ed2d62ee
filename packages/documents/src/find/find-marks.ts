import type { GrayRaster } from '@touchstone/images'
import { blurPlane } from '../raster/blur-plane.ts'

/** A connected area of ink that could be a character. */
export type Mark = { x: number; y: number; width: number; height: number; size: number; area: number }

/**
 * Finds areas that are darker than their surroundings and as large as a character, which filters out most of
 * the noise.
 */
export function findMarks(
  gray: GrayRaster,
  options: { smooth: number; darker: number; least?: number },
): Mark[] {
  const { width, height } = gray
  const plane = new Float32Array(gray.data)
  blurPlane(plane, width, height, options.smooth)
  const ink = markInk(plane, width, height, options.darker)
  const longest = Math.max(width, height)
  const least = options.least ?? Math.max(5, longest / 260)
  const most = longest / 14
  return connect(ink, width, height).filter(
    (mark) => mark.size >= least && mark.size <= most && mark.area >= least * 1.5,
  )
}

/**
 * Marks a pixel as ink if it is darker than the mean of its neighbourhood by at least a given fraction, so
 * that uneven lighting has no effect. Uses sliding sums, because a table of all sums would exceed the
 * processor's cache.
 */
function markInk(plane: Float32Array, width: number, height: number, darker: number): Uint8Array {
  const reach = Math.max(8, Math.round(Math.max(width, height) / 64))
  const ink = new Uint8Array(width * height)
  const columns = new Float64Array(width)
  const add = (y: number, sign: 1 | -1) => {
    for (let x = 0, at = y * width; x < width; x++, at++)
      columns[x] = (columns[x] ?? 0) + sign * (plane[at] ?? 0)
  }
  for (let y = 0; y < Math.min(reach, height); y++) add(y, 1)
  for (let y = 0; y < height; y++) {
    if (y + reach < height) add(y + reach, 1)
    if (y - reach > 0) add(y - reach - 1, -1)
    const rows = Math.min(height, y + reach + 1) - Math.max(0, y - reach)
    let sum = 0
    let wide = Math.min(reach, width)
    for (let x = 0; x < wide; x++) sum += columns[x] ?? 0
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (x + reach < width) {
        sum += columns[x + reach] ?? 0
        wide += 1
      }
      if (x - reach > 0) {
        sum -= columns[x - reach - 1] ?? 0
        wide -= 1
      }
      const count = rows * wide
      if (((plane[at] ?? 0) + 3) * count < sum * (1 - darker)) ink[at] = 1
    }
  }
  return ink
}

/**
 * Connects adjacent ink pixels, including diagonal ones. Uses an explicit stack, so that large shapes can't
 * overflow the call stack.
 */
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
