import { type GrayRaster, type Raster, toGray } from '@touchstone/images'
import { lineSteps } from '../mrz/line-steps.ts'
import { enlargeGray } from '../raster/enlarge-gray.ts'
import {
  fitHomography,
  type Homography,
  invert,
  multiply,
  type Point,
  project,
} from '../raster/homography.ts'
import { shrinkGray } from '../raster/shrink-gray.ts'
import { findMarks } from './find-marks.ts'
import { findRows, type Row } from './find-rows.ts'

export type FoundMrz = {
  /** Maps the zone's grid (see `Cell`) to image pixels. The grid can be upside down. */
  grid: Homography
  lines: 2 | 3
  /** Distance between two lines, in pitches. One of `lineSteps`. */
  lineStep: number
  /** The first and the last grid column with marks. */
  from: number
  to: number
  /** Character pitch in image pixels. */
  pitch: number
  /** Corners of the detected zone in image pixels. */
  corners: readonly [Point, Point, Point, Point]
  /** Number of marks on the grid. */
  support: number
}

/**
 * Length of the longer side to which images are shrunk: large enough for a pitch of eight pixels, and small
 * enough to be fast.
 */
const searchSide = 1500
/**
 * Largest mean distance of marks from the centres of their cells, in pitches. Many marks in rows are
 * unlikely to be a coincidence.
 */
const maxDeviation = { few: 0.15, many: 0.24 }
const manyMarks = 45
const passes = [
  { smooth: 1, darker: 0.13 },
  { smooth: 1.6, darker: 0.07 },
  { smooth: 0.6, darker: 0.2 },
]

/**
 * Length of the longer side to which an image is enlarged to find a small document, so that characters of
 * five pixels reach the size that the network expects.
 */
const farSide = 2600
const mostEnlarged = 4
const leastEnlarged = 1.5
// No blur is applied here, because enlarging has already smoothed the image.
const farPass = { smooth: 0, darker: 0.12, least: 6 }

type Step = { apart: number; off: number }

/**
 * Tolerance for the line distance, which varies slightly with the perspective and the issuer. If both
 * standard distances fit, both are tried.
 */
const steps: readonly Step[] = [
  { apart: lineSteps.wide, off: 0.6 },
  { apart: lineSteps.narrow, off: 0.4 },
]

/** Finds the zone: two or three parallel rows of evenly spaced dark marks at the standard line distance. */
export function findMrz(picture: Raster | GrayRaster): FoundMrz | undefined {
  const [best] = findMrzCandidates(picture)
  return best
}

/**
 * Returns all possible zones, best first, so that the next zone can be tried if the network can't read the
 * first one.
 */
export function findMrzCandidates(picture: Raster | GrayRaster): FoundMrz[] {
  const { gray, scale } = shrinkGray(grayOf(picture), searchSide)
  const found: FoundMrz[] = []
  for (const pass of passes) {
    const rows = findRows(findMarks(gray, pass))
    found.push(...stackRows(rows))
    // Stops after a pass that has found most of the characters of two 30-character lines, because another
    // pass would take time without improving the result.
    if (found.some(({ support }) => support >= 50)) break
  }
  return bestOf(found).map((zone) => rescale(zone, scale))
}

/** Returns the four best candidates. */
function bestOf(found: FoundMrz[]): FoundMrz[] {
  return found.sort((a, b) => b.support - a.support).slice(0, 4)
}

/**
 * Finds the zone of a document that is small in its image. Characters of four to eight pixels can't be
 * detected as marks unless the image is enlarged. `large` is the enlarged image to which the zones refer.
 * The search is slow, and not useful for large images.
 */
export function findFarMrz(
  picture: Raster | GrayRaster,
): { large: GrayRaster; factor: number; zones: FoundMrz[] } | undefined {
  const gray = grayOf(picture)
  const factor = Math.min(mostEnlarged, farSide / Math.max(gray.width, gray.height))
  if (factor < leastEnlarged) return undefined
  const large = enlargeGray(gray, factor)
  const zones = bestOf(stackRows(findRows(findMarks(large, farPass))))
  return { large, factor, zones }
}

function grayOf(picture: Raster | GrayRaster): GrayRaster {
  return picture.data instanceof Uint8ClampedArray ? toGray(picture as Raster) : (picture as GrayRaster)
}

/** Returns the zone in the coordinates of an image that is `scale` times as large. */
export function rescale(zone: FoundMrz, scale: number): FoundMrz {
  if (scale === 1) return zone
  // Pixel centres, not corners, have integer coordinates.
  const shift = scale / 2 - 0.5
  const big = ([x, y]: Point): Point => [x * scale + shift, y * scale + shift]
  const [p, q, r, s] = zone.corners
  return {
    ...zone,
    grid: scaleGrid(zone.grid, scale),
    pitch: zone.pitch * scale,
    corners: [big(p), big(q), big(r), big(s)],
  }
}

/** Returns the grid for an image that is `scale` times as large. */
export function scaleGrid(grid: Homography, scale: number): Homography {
  const shift = scale / 2 - 0.5
  return multiply([scale, 0, shift, 0, scale, shift, 0, 0, 1], grid)
}

/** Combines overlapping parallel rows that are one line apart. */
function stackRows(rows: readonly Row[]): FoundMrz[] {
  const zones: FoundMrz[] = []
  for (const anchor of rows.slice(0, 6)) {
    if (anchor.marks.length < 12) continue
    for (const step of steps) {
      const stack = new Map<number, Row[]>([[0, [anchor]]])
      for (const other of rows) {
        if (other === anchor) continue
        const line = lineBeside(anchor, other, step)
        if (line !== undefined) stack.set(line, [...(stack.get(line) ?? []), other])
      }
      for (const lines of lineSets(stack)) {
        const zone = fitZone(anchor, lines, stack, step.apart)
        if (zone) zones.push(zone)
      }
    }
  }
  return zones
}

/**
 * Returns the number of lines from the anchor down to the other row, in the anchor's direction. Returns
 * undefined if the row does not belong to the same zone.
 */
function lineBeside(anchor: Row, other: Row, step: Step): number | undefined {
  const turn = Math.abs(Math.sin(anchor.angle - other.angle))
  if (turn > 0.12 || other.pitch > anchor.pitch * 1.25 || other.pitch < anchor.pitch * 0.8) return undefined
  const head = anchor.marks[0]
  if (!head) return undefined
  const cos = Math.cos(anchor.angle)
  const sin = Math.sin(anchor.angle)
  const shifts = other.marks.map(({ x, y }) => ({
    along: ((x - head.x) * cos + (y - head.y) * sin) / anchor.pitch,
    across: (-(x - head.x) * sin + (y - head.y) * cos) / anchor.pitch,
  }))
  const span = anchor.places.at(-1) ?? 0
  const beside = shifts.filter(({ along }) => along > -3 && along < span + 3)
  if (beside.length < 4) return undefined
  const across = beside.reduce((sum, shift) => sum + shift.across, 0) / beside.length
  const line = Math.round(across / step.apart)
  if (Math.abs(line) > 2 || Math.abs(across - line * step.apart) > step.off) return undefined
  return line
}

/** Returns the sets of two or three adjacent lines that contain the anchor. */
function lineSets(stack: ReadonlyMap<number, Row[]>): number[][] {
  const sets: number[][] = []
  for (const first of [-2, -1, 0]) {
    const three = [first, first + 1, first + 2]
    if (three.every((line) => stack.has(line))) sets.push(three)
  }
  for (const first of [-1, 0]) {
    const two = [first, first + 1]
    if (two.every((line) => stack.has(line))) sets.push(two)
  }
  return sets
}

function fitZone(
  anchor: Row,
  lines: readonly number[],
  stack: ReadonlyMap<number, Row[]>,
  lineStep: number,
): FoundMrz | undefined {
  const first = lines[0] ?? 0
  const head = anchor.marks[0]
  if (!head) return undefined
  const cos = Math.cos(anchor.angle)
  const sin = Math.sin(anchor.angle)
  const marks = lines.flatMap((line) =>
    (stack.get(line) ?? []).flatMap((row) => row.marks.map((mark) => ({ mark, line: line - first }))),
  )
  // Assigns columns to the marks of all rows. The anchor's columns are known. The columns of the other rows
  // are derived from a map that is fitted step by step.
  let from: Point[] = []
  let to: Point[] = []
  const anchorLine = -first
  for (const [index, mark] of anchor.marks.entries()) {
    from.push([(anchor.places[index] ?? 0) + 0.5, anchorLine * lineStep])
    to.push([mark.x, mark.y])
  }
  const drop = anchor.pitch * lineStep
  for (const [index, mark] of anchor.marks.entries()) {
    for (const side of [-1, 1]) {
      from.push([(anchor.places[index] ?? 0) + 0.5, (anchorLine + side) * lineStep])
      to.push([mark.x - sin * drop * side, mark.y + cos * drop * side])
    }
  }
  let grid = fitHomography(from, to)
  let support = 0
  let squares = 0
  for (let round = 0; round < 4 && grid; round++) {
    const back: Homography = invert(grid)
    from = []
    to = []
    const weights: number[] = []
    support = 0
    squares = 0
    for (const { mark, line } of marks) {
      const [u, v] = project(back, mark.x, mark.y)
      const column = Math.round(u - 0.5)
      const off = Math.hypot(u - 0.5 - column, round === 0 ? 0 : v - line * lineStep)
      if (off > 0.48) continue
      if (off < 0.3) support += 1
      squares += off * off
      from.push([column + 0.5, line * lineStep])
      to.push([mark.x, mark.y])
      weights.push(1 / (1 + (off / 0.12) ** 2))
    }
    if (from.length < 20) return undefined
    grid = fitHomography(from, to, weights)
  }
  // Rejects marks that are too far from the grid on average. Printed characters deviate from the grid by at
  // most a tenth of a cell, but grain that forms a row by chance is scattered.
  const most = support >= manyMarks ? maxDeviation.many : maxDeviation.few
  if (!grid || Math.sqrt(squares / from.length) > most) return undefined
  return describe(grid, lines.length === 3 ? 3 : 2, lineStep, from, support)
}

function describe(
  grid: Homography,
  lines: 2 | 3,
  lineStep: number,
  from: readonly Point[],
  support: number,
): FoundMrz | undefined {
  const columns = from.map(([x]) => Math.round(x - 0.5))
  const first = Math.min(...columns)
  const last = Math.max(...columns)
  if (last - first < 20 || last - first > 60) return undefined
  if (support < (last - first + 1) * lines * 0.55) return undefined
  const bottom = (lines - 1) * lineStep + 0.75
  const at = (x: number, y: number): Point => project(grid, x, y)
  const corners = [at(first, -0.75), at(last + 1, -0.75), at(last + 1, bottom), at(first, bottom)] as const
  const [left, right] = [at(first, lineStep / 2), at(last + 1, lineStep / 2)]
  const pitch = Math.hypot(right[0] - left[0], right[1] - left[1]) / (last + 1 - first)
  if (!corners.flat().every(Number.isFinite) || !(pitch > 4)) return undefined
  return { grid, lines, lineStep, from: first, to: last, pitch, corners, support }
}
