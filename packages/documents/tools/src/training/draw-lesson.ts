import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { GrayRaster } from '@touchstone/images'
import { lineSteps } from '#src/mrz/line-steps'
import { fitHomography, type Homography, type Point } from '#src/raster/homography'
import { glyphClasses } from '#src/read/glyph-net'
import { type Cell, sampleCells } from '#src/read/sample-cells'
import type { Dice } from '../specimens/create-dice.ts'
import { registerSpecimenFonts, specimenFonts } from '../specimens/specimen-fonts.ts'
import { drawGround } from './draw-ground.ts'
import { photographLesson } from './photograph-lesson.ts'

/**
 * The first training course contains letters in all widths and typefaces. The last course contains near-exact
 * OCR-B, because 0 and O differ in little except their width.
 */
export type Course = 'wide' | 'last'

const courses = {
  wide: { narrowest: 0.82, widest: 1.1, typewriter: 0.08 },
  last: { narrowest: 0.96, widest: 1.04, typewriter: 0.03 },
} as const

export type Lesson = { patches: Float32Array[]; labels: number[] }

const columns = 18
const rows = 3
const margin = 3
const cuts = 3
/**
 * Factor between font size and drawing units. The canvas rounds a font's baseline to whole units, so at a
 * font size near one, characters would be a third of a cell too high.
 */
const fontUnit = 100

/**
 * Draws and disturbs a strip of random characters and cuts it into patches as the reader does. The character
 * pitch is at least four pixels, and every disturbance has a wider range than in the specimens. Specimens are
 * never used.
 */
export async function drawLesson(dice: Dice, course: Course = 'wide'): Promise<Lesson> {
  registerSpecimenFonts()
  const pitch = dice.chance(0.4) ? dice.between(4, 9) : dice.between(8, 28)
  const oversize = Math.ceil(12 / pitch)
  const step = dice.chance(0.4) ? lineSteps.narrow : dice.between(lineSteps.narrow, lineSteps.wide * 1.05)
  const drawn = pitch * oversize
  const width = Math.round((columns + 2 * margin) * drawn)
  const height = Math.round(((rows - 1) * step + 2 * margin) * drawn)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.save()
  context.scale(drawn / 2.54, drawn / 2.54)
  drawGround(context, dice, (width / drawn) * 2.54, (height / drawn) * 2.54)
  context.restore()
  // The strip is slightly rotated and sheared, as a straightened zone can be.
  const lean = dice.bell() * 0.03
  const shear = dice.bell() * 0.05
  const across = 1 + dice.bell() * 0.03
  const down = 1 + dice.bell() * 0.06
  const a = drawn * across
  const b = drawn * lean
  const c = drawn * (shear - lean)
  const d = drawn * down
  const e = margin * drawn
  const f = margin * drawn
  context.setTransform(a, b, c, d, e, f)
  const text = drawText(dice)
  drawGlyphs(context, dice, text, step, courses[course])
  drawOddments(context, dice, step)
  context.setTransform(1, 0, 0, 1, 0, 0)
  const { gray, enlarged } = await photographLesson({ dice, canvas, pitch, oversize })
  // Pixel centres, not corners, have integer coordinates.
  const seen = (at: number) => ((at + 0.5) / oversize) * enlarged - 0.5

  // Cuts each strip into patches several times, each time slightly off the true grid, because drawing a strip
  // takes much longer than cutting it.
  const lessons = Array.from({ length: cuts }, () => {
    const place = (x: number, y: number): Point => [seen(a * x + c * y + e), seen(b * x + d * y + f)]
    return cut(dice, gray, gridOf(place, dice, step), text, step)
  })
  return {
    patches: lessons.flatMap(({ patches }) => patches),
    labels: lessons.flatMap(({ labels }) => labels),
  }
}

type Context = SKRSContext2D

function drawText(dice: Dice): string[] {
  const ink = [...glyphClasses.slice(0, -1)]
  const fillers = dice.between(0.03, 0.4)
  return Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => (dice.chance(fillers) ? '<' : dice.pick(ink))).join(''),
  )
}

function drawGlyphs(
  context: Context,
  dice: Dice,
  text: readonly string[],
  step: number,
  course: (typeof courses)[Course],
): void {
  const shade = dice.between(0, dice.chance(0.2) ? 120 : 60)
  context.fillStyle = `rgb(${shade},${shade},${shade + dice.between(0, 40)})`
  context.strokeStyle = context.fillStyle
  const face = pickFace(dice, course.typewriter)
  const size = (1 / face.advance) * face.size * dice.between(0.92, 1.08)
  // Varies the width, because issuers print the same letters narrower or wider in their cells.
  const narrow = dice.chance(0.3) ? dice.between(course.narrowest, course.widest) : 1
  context.font = `${size * fontUnit}px "${face.font}"`
  context.lineJoin = 'round'
  const bold = dice.chance(0.4) ? dice.between(0.01, 0.09) : 0
  const drop = dice.chance(0.2) ? dice.between(0.005, 0.02) : 0
  const left = (-size * face.advance * fontUnit) / 2
  for (const [row, line] of text.entries()) {
    for (const [column, letter] of [...line].entries()) {
      const x = column + 0.5 + dice.bell() * 0.012
      const y = row * step + face.rise * size + dice.bell() * drop
      context.save()
      context.translate(x, y)
      context.scale(narrow / fontUnit, 1 / fontUnit)
      context.fillText(letter, left, 0)
      if (bold > 0) {
        context.lineWidth = bold * fontUnit
        context.strokeText(letter, left, 0)
      }
      context.restore()
    }
  }
}

type Face = { font: string; advance: number; size: number; rise: number }

/**
 * The typefaces of the zone: OCR-B, as the standard requires, and a typewriter font, as on some old cards and
 * visas.
 */
const faces: Readonly<Record<'round' | 'square' | 'typewriter' | 'typewriterBold', Face>> = {
  round: { font: specimenFonts.zone, advance: 0.723, size: 1, rise: 0.35 },
  square: { font: specimenFonts.zoneSquare, advance: 0.723, size: 1, rise: 0.35 },
  typewriter: { font: specimenFonts.typewriter, advance: 0.6, size: 1, rise: 0.3 },
  typewriterBold: { font: specimenFonts.typewriterBold, advance: 0.6, size: 1, rise: 0.3 },
}

function pickFace(dice: Dice, typewriter: number): Face {
  if (dice.chance(typewriter)) return dice.chance(0.5) ? faces.typewriter : faces.typewriterBold
  return dice.chance(0.6) ? faces.round : faces.square
}

/**
 * Draws patches without a character of the zone: worn spots, the edge of a page, a rule, or letters that do
 * not belong to the zone.
 */
function drawOddments(context: Context, dice: Dice, step: number): void {
  if (dice.chance(0.25)) {
    context.fillStyle = 'rgba(240,240,240,0.9)'
    for (let spot = 0; spot < 25; spot++) {
      const size = dice.between(0.02, 0.09)
      context.fillRect(dice.between(0, columns), dice.between(-0.6, (rows - 1) * step + 0.6), size, size)
    }
  }
  if (dice.chance(0.4)) {
    context.fillStyle = `rgba(${dice.whole(120)},${dice.whole(120)},${dice.whole(120)},0.95)`
    const edge = dice.between(0.3, 1.6)
    if (dice.chance(0.5)) context.fillRect(-margin - 1, -margin - 1, margin + 1 - edge, 20)
    else context.fillRect(columns + edge, -margin - 1, margin + 1, 20)
  }
  if (dice.chance(0.2)) {
    context.font = `1.3px "${specimenFonts.zone}"`
    context.fillStyle = '#222'
    for (let row = 0; row < rows; row++)
      context.fillText('>', dice.pick([-1.2, columns + 0.2]), row * step + 0.45)
  }
  // Draws print just above or below the zone, and writing or stamps across it.
  if (dice.chance(0.25)) {
    context.font = `${dice.between(0.7, 1.3)}px "${specimenFonts.print}"`
    context.fillStyle = '#333'
    const y = dice.chance(0.5) ? -1.2 - dice.unit() : (rows - 1) * step + 1.7 + dice.unit()
    for (let x = -1; x < columns; x += dice.between(3, 7)) context.fillText('Abcde 12', x, y, 3)
  }
  if (dice.chance(0.1)) {
    context.strokeStyle = `rgba(${dice.whole(160)},${dice.whole(90)},${dice.whole(160)},${dice.between(0.3, 0.8)})`
    context.lineWidth = dice.between(0.03, 0.12)
    context.beginPath()
    context.moveTo(dice.between(0, columns), -1)
    context.quadraticCurveTo(dice.between(0, columns), step, dice.between(0, columns), rows * step)
    context.stroke()
  }
}

/** Returns the true grid with the kind of error that a detected grid may have. */
function gridOf(place: (x: number, y: number) => Point, dice: Dice, step: number): Homography {
  const off = { x: dice.bell() * 0.06, y: dice.bell() * 0.06 }
  const stretch = { x: 1 + dice.bell() * 0.012, y: 1 + dice.bell() * 0.05 }
  const turn = dice.bell() * 0.015
  const corners: Point[] = [
    [0, 0],
    [columns, 0],
    [columns, step * 2],
    [0, step * 2],
  ]
  const seen = corners.map(([x, y]) => {
    const dx = (x - columns / 2) * stretch.x
    const dy = (y - step) * stretch.y
    return place(columns / 2 + dx - dy * turn + off.x, step + dy + dx * turn * 0.1 + off.y)
  })
  const grid = fitHomography(corners, seen)
  if (grid === undefined) throw new Error('no grid could be fitted to the lesson')
  return grid
}

function cut(dice: Dice, gray: GrayRaster, grid: Homography, text: readonly string[], step: number): Lesson {
  const cells: Cell[] = []
  const labels: number[] = []
  const none = glyphClasses.length - 1
  const add = (x: number, y: number, label: number) => {
    cells.push({ x: x + dice.bell() * 0.04, y: y + dice.bell() * 0.04 })
    labels.push(label)
  }
  for (const [row, line] of text.entries()) {
    for (const [column, letter] of [...line].entries()) {
      add(column + 0.5, row * step, glyphClasses.indexOf(letter))
    }
    add(-0.55 - dice.unit(), row * step, none)
    add(columns + 0.55 + dice.unit(), row * step, none)
    if (dice.chance(0.5)) add(1 + dice.whole(columns - 1), row * step, none)
    if (dice.chance(0.5)) add(dice.between(0, columns), (row + 0.5) * step, none)
  }
  return { patches: sampleCells(gray, grid, cells), labels }
}
