import type { GrayRaster } from '@touchstone/images'
import type { FoundMrz } from '../find/find-mrz.ts'
import { type Homography, multiply, project } from '../raster/homography.ts'
import { classifyPatches, emptyRows } from './classify-patches.ts'
import { type GlyphWeights, glyphClasses } from './glyph-net.ts'
import { type Cell, sampleCells } from './sample-cells.ts'

/** The probabilities over `glyphClasses` at each position, line by line. */
export type ZoneReading = {
  lines: number
  length: number
  /** One row of probabilities per position. The lines are concatenated. */
  places: Float32Array[]
  /** Maps the upright grid, whose first character is at 0, to image pixels. */
  grid: Homography
  /**
   * Mean of the highest probability at each position, which indicates how likely it is that this is a zone.
   */
  clarity: number
}

const none = glyphClasses.length - 1
/** How many positions beyond the marks are searched for the ends of the lines. */
const beyond = 9
/**
 * Each position is sampled three times with small offsets. If the result changes with the offset, the
 * character is assigned a low confidence.
 */
const offsets: readonly Cell[] = [
  { x: 0, y: 0 },
  { x: 0.055, y: -0.05 },
  { x: -0.055, y: 0.05 },
]

/** Upside-down characters never reach this clarity. */
const surelyUpright = 0.85

/** Reads the zone from its first to its last character, in the direction with the better result. */
export function readZone(
  gray: GrayRaster,
  zone: FoundMrz,
  nets: readonly GlyphWeights[],
): ZoneReading | undefined {
  const upright = look(gray, zone, zone.grid, nets)
  const turned = (upright?.score ?? 0) > surelyUpright ? undefined : look(gray, zone, turn(zone), nets)
  const best = [upright, turned].filter((view) => view !== undefined).sort((a, b) => b.score - a.score)[0]
  if (best === undefined) return undefined
  const { frame, grid } = best
  const { lineStep } = zone
  const cells = cellsOf(frame.rows, lineStep, frame.start, frame.start + frame.length - 1)
  const places = emptyRows(cells.length)
  for (const offset of offsets) {
    const moved = cells.map(({ x, y }) => ({ x: x + offset.x, y: y + offset.y }))
    classifyPatches(nets, sampleCells(gray, grid, moved), places)
  }
  const votes = offsets.length * nets.length
  let clarity = 0
  for (const place of places) {
    for (let at = 0; at < place.length; at++) place[at] = (place[at] ?? 0) / votes
    clarity += bestInk(place) / places.length
  }
  const home = multiply(grid, [1, 0, frame.start, 0, 1, (frame.rows[0] ?? 0) * lineStep, 0, 0, 1])
  return { lines: frame.rows.length, length: frame.length, places, grid: home, clarity }
}

type Frame = { rows: readonly number[]; start: number; length: number }

/**
 * Uses the first network to determine, for one direction, which lines and columns contain characters and how
 * clear these characters are.
 */
function look(
  gray: GrayRaster,
  zone: FoundMrz,
  grid: Homography,
  nets: readonly GlyphWeights[],
): { frame: Frame; grid: Homography; score: number } | undefined {
  const from = zone.from - beyond
  const to = zone.to + beyond
  const rows = Array.from({ length: zone.lines }, (_, row) => row)
  const cells = cellsOf(rows, zone.lineStep, from, to)
  const seen = emptyRows(cells.length)
  const inside = cells.map(({ x, y }) => isInside(gray, grid, x, y))
  const patches = sampleCells(gray, grid, cells)
  classifyPatches(
    nets.slice(0, 1),
    patches.filter((_, index) => inside[index]),
    seen.filter((_, index) => inside[index]),
  )
  const width = to - from + 1
  const ink = (row: number, column: number) => {
    const index = row * width + column - from
    return inside[index] ? bestInk(seen[index]) : 0
  }
  let best: { frame: Frame; score: number } | undefined
  for (const frame of framesOf(zone, from, to)) {
    const score = rate(frame, from, to, ink)
    if (best === undefined || score > best.score) best = { frame, score }
  }
  return best && { ...best, grid }
}

function framesOf(zone: FoundMrz, from: number, to: number): Frame[] {
  const shapes: { rows: number[]; length: number }[] = []
  if (zone.lines === 3) shapes.push({ rows: [0, 1, 2], length: 30 })
  for (let row = 0; row + 1 < zone.lines; row++) {
    shapes.push({ rows: [row, row + 1], length: 36 }, { rows: [row, row + 1], length: 44 })
  }
  return shapes.flatMap(({ rows, length }) => {
    const starts = Array.from({ length: Math.max(0, to - from + 2 - length) }, (_, index) => from + index)
    return starts.map((start) => ({ rows, start, length }))
  })
}

/** Characters inside the frame raise its score, and characters just outside lower it. */
function rate(
  { rows, start, length }: Frame,
  from: number,
  to: number,
  ink: (row: number, column: number) => number,
): number {
  let inside = 0
  let outside = 0
  for (const row of rows) {
    for (let column = from; column <= to; column++) {
      if (column >= start && column < start + length) inside += ink(row, column)
      else if (column >= start - 3 && column < start + length + 3) outside += ink(row, column)
    }
  }
  return inside / (rows.length * length) - (outside / (rows.length * 6)) * 0.5
}

function bestInk(place: Float32Array | undefined): number {
  let best = 0
  if (place) for (let index = 0; index < none; index++) best = Math.max(best, place[index] ?? 0)
  return best
}

function cellsOf(rows: readonly number[], lineStep: number, from: number, to: number): Cell[] {
  return rows.flatMap((row) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({ x: from + index + 0.5, y: row * lineStep })),
  )
}

function isInside(gray: GrayRaster, grid: Homography, x: number, y: number): boolean {
  const [px, py] = project(grid, x, y)
  return px > 0 && py > 0 && px < gray.width - 1 && py < gray.height - 1
}

/** Returns the same grid, numbered from the other end. */
function turn(zone: FoundMrz): Homography {
  return multiply(zone.grid, [
    -1,
    0,
    zone.from + zone.to + 1,
    0,
    -1,
    (zone.lines - 1) * zone.lineStep,
    0,
    0,
    1,
  ])
}
