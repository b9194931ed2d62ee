import { type Canvas, createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { GrayRaster } from '@touchstone/images'
import { blurPlane } from '../raster/blur-plane.ts'
import { fitHomography, type Homography, type Point } from '../raster/homography.ts'
import { glyphClasses } from '../read/glyph-net.ts'
import { type Cell, lineStep, sampleCells } from '../read/sample-cells.ts'
import type { Dice } from '../specimens/create-dice.ts'
import { drawBackground } from '../specimens/draw-background.ts'
import { registerSpecimenFonts, specimenFonts } from '../specimens/specimen-fonts.ts'

export type Lesson = { patches: Float32Array[]; labels: number[] }

const columns = 18
const rows = 3
const margin = 3
const advance = 0.723
const cuts = 3

/**
 * A strip of random characters, drawn, disturbed and cut into patches as the reader cuts them. Wider in every
 * disturbance than the specimens are, and never a specimen itself.
 */
export async function drawLesson(dice: Dice): Promise<Lesson> {
  registerSpecimenFonts()
  const pitch = dice.between(8, 28)
  const width = Math.round((columns + 2 * margin) * pitch)
  const height = Math.round(((rows - 1) * lineStep + 2 * margin) * pitch)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const paper = dice.between(120, 255)
  context.fillStyle = `rgb(${paper},${paper},${paper * dice.between(0.9, 1)})`
  context.fillRect(0, 0, width, height)
  if (dice.chance(0.6)) {
    context.save()
    context.scale(pitch / 2.54, pitch / 2.54)
    drawBackground(context, dice, (width / pitch) * 2.54, (height / pitch) * 2.54)
    context.restore()
  }
  // The strip leans and shears a little, as a straightened zone still may.
  const lean = dice.bell() * 0.03
  const shear = dice.bell() * 0.05
  const across = 1 + dice.bell() * 0.03
  const down = 1 + dice.bell() * 0.04
  const a = pitch * across
  const b = pitch * lean
  const c = pitch * (shear - lean)
  const d = pitch * down
  const e = margin * pitch
  const f = margin * pitch
  context.setTransform(a, b, c, d, e, f)
  const text = drawText(dice)
  drawGlyphs(context, dice, text)
  drawOddments(context, dice)
  context.setTransform(1, 0, 0, 1, 0, 0)
  const gray = await photograph(dice, canvas, pitch)

  // Drawing is dear, cutting is not: one strip is cut several times, each time a little beside the true grid.
  const lessons = Array.from({ length: cuts }, () =>
    cut(
      dice,
      gray,
      gridOf((x, y) => [a * x + c * y + e, b * x + d * y + f], dice),
      text,
    ),
  )
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

function drawGlyphs(context: Context, dice: Dice, text: readonly string[]): void {
  const shade = dice.between(0, 60)
  context.fillStyle = `rgb(${shade},${shade},${shade + dice.between(0, 40)})`
  context.strokeStyle = context.fillStyle
  const size = (1 / advance) * dice.between(0.93, 1.07)
  context.font = `${size}px "${dice.chance(0.6) ? specimenFonts.zone : specimenFonts.zoneSquare}"`
  context.lineJoin = 'round'
  const bold = dice.chance(0.4) ? dice.between(0.01, 0.09) : 0
  const drop = dice.chance(0.2) ? dice.between(0.005, 0.02) : 0
  for (const [row, line] of text.entries()) {
    for (const [column, letter] of [...line].entries()) {
      const x = column - (size * advance - 1) / 2 + dice.bell() * 0.012
      const y = row * lineStep + 0.35 * size + dice.bell() * drop
      context.fillText(letter, x, y)
      if (bold > 0) {
        context.lineWidth = bold
        context.strokeText(letter, x, y)
      }
    }
  }
}

/** Worn spots, the edge of a page, a rule, letters that are none of the zone's: what else a patch may hold. */
function drawOddments(context: Context, dice: Dice): void {
  if (dice.chance(0.25)) {
    context.fillStyle = 'rgba(240,240,240,0.9)'
    for (let spot = 0; spot < 25; spot++) {
      const size = dice.between(0.02, 0.09)
      context.fillRect(dice.between(0, columns), dice.between(-0.6, (rows - 1) * lineStep + 0.6), size, size)
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
      context.fillText('>', dice.pick([-1.2, columns + 0.2]), row * lineStep + 0.45)
  }
}

async function photograph(dice: Dice, canvas: Canvas, pitch: number): Promise<GrayRaster> {
  const { width, height } = canvas
  const plane = toPlane(canvas)
  const sigma = (dice.chance(0.5) ? dice.between(0, 0.08) : dice.between(0, 0.2)) * pitch
  blurPlane(plane, width, height, sigma)
  if (dice.chance(0.2)) smear(plane, width, height, dice, pitch)
  const slope = dice.between(-0.5, 0.5)
  const fade = dice.chance(0.3) ? dice.between(0, 0.6) : 0
  const bright = dice.between(0.5, 1.1)
  const noise = dice.chance(0.7) ? dice.between(0, 24) : 0
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const lit = (plane[at] ?? 0) * bright * (1 + slope * (x / width - 0.5))
      plane[at] = lit + (230 - lit) * fade * (1 - y / height) + dice.bell() * noise
    }
  }
  const context = canvas.getContext('2d')
  const picture = context.createImageData(width, height)
  for (let at = 0; at < plane.length; at++) {
    picture.data.fill(plane[at] ?? 0, at * 4, at * 4 + 3)
    picture.data[at * 4 + 3] = 255
  }
  context.putImageData(picture, 0, 0)
  if (dice.chance(0.6)) {
    const jpeg = await loadImage(canvas.toBuffer('image/jpeg', Math.round(dice.between(25, 90))))
    context.drawImage(jpeg, 0, 0)
  }
  return { width, height, data: Uint8Array.from(toPlane(canvas)) }
}

function toPlane(canvas: Canvas): Float32Array {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  const plane = new Float32Array(canvas.width * canvas.height)
  for (let at = 0, from = 0; at < plane.length; at++, from += 4) {
    plane[at] = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0)
  }
  return plane
}

/** A hand that moved. */
function smear(plane: Float32Array, width: number, height: number, dice: Dice, pitch: number): void {
  const length = dice.between(0.05, 0.25) * pitch
  const angle = dice.between(0, Math.PI)
  const copy = Float32Array.from(plane)
  const steps = 6
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      let sum = 0
      for (let step = 0; step < steps; step++) {
        const far = (step / (steps - 1) - 0.5) * length
        const px = Math.min(width - 1, Math.max(0, Math.round(x + Math.cos(angle) * far)))
        const py = Math.min(height - 1, Math.max(0, Math.round(y + Math.sin(angle) * far)))
        sum += copy[py * width + px] ?? 0
      }
      plane[at] = sum / steps
    }
  }
}

/** The true grid, off by as much as a found one may be. */
function gridOf(place: (x: number, y: number) => Point, dice: Dice): Homography {
  const off = { x: dice.bell() * 0.06, y: dice.bell() * 0.06 }
  const stretch = { x: 1 + dice.bell() * 0.012, y: 1 + dice.bell() * 0.05 }
  const turn = dice.bell() * 0.015
  const corners: Point[] = [
    [0, 0],
    [columns, 0],
    [columns, lineStep * 2],
    [0, lineStep * 2],
  ]
  const seen = corners.map(([x, y]) => {
    const dx = (x - columns / 2) * stretch.x
    const dy = (y - lineStep) * stretch.y
    return place(columns / 2 + dx - dy * turn + off.x, lineStep + dy + dx * turn * 0.1 + off.y)
  })
  const grid = fitHomography(corners, seen)
  if (grid === undefined) throw new Error('a lesson has no grid')
  return grid
}

function cut(dice: Dice, gray: GrayRaster, grid: Homography, text: readonly string[]): Lesson {
  const cells: Cell[] = []
  const labels: number[] = []
  const none = glyphClasses.length - 1
  const add = (x: number, y: number, label: number) => {
    cells.push({ x: x + dice.bell() * 0.04, y: y + dice.bell() * 0.04 })
    labels.push(label)
  }
  for (const [row, line] of text.entries()) {
    for (const [column, letter] of [...line].entries()) {
      add(column + 0.5, row * lineStep, glyphClasses.indexOf(letter))
    }
    add(-0.55 - dice.unit(), row * lineStep, none)
    add(columns + 0.55 + dice.unit(), row * lineStep, none)
    if (dice.chance(0.5)) add(1 + dice.whole(columns - 1), row * lineStep, none)
    if (dice.chance(0.5)) add(dice.between(0, columns), (row + 0.5) * lineStep, none)
  }
  return { patches: sampleCells(gray, grid, cells), labels }
}
