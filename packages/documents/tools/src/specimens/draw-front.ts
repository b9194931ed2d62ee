import { createCanvas } from '@napi-rs/canvas'
import type { Raster } from '@touchstone/images'
import type { Dice } from './create-dice.ts'
import { drawBackground } from './draw-background.ts'
import { drawFace } from './draw-face.ts'
import { pageSizes, type SpecimenPage } from './draw-page.ts'
import { drawPrint } from './draw-print.ts'
import type { SpecimenPerson } from './invent-person.ts'
import { registerSpecimenFonts } from './specimen-fonts.ts'

/** Draws the photo side of an invented card, which has no zone. */
export function drawFront(options: {
  kind: 'TD1' | 'TD2'
  person: SpecimenPerson
  dice: Dice
  face?: Raster
  pixelsPerMm?: number
}): SpecimenPage {
  const { kind, person, dice, face, pixelsPerMm = 11 } = options
  registerSpecimenFonts()
  const [width, height] = pageSizes[kind]
  const canvas = createCanvas(Math.round(width * pixelsPerMm), Math.round(height * pixelsPerMm))
  const context = canvas.getContext('2d')
  context.scale(pixelsPerMm, pixelsPerMm)
  drawBackground(context, dice, width, height)
  const photo = 0.3 * width
  drawFace(context, dice, { x: 4, y: 12, width: photo, height: photo * 1.28 }, face)
  drawPrint(context, { kind, person, left: photo + 8, width, bottom: height - 3 })
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return {
    kind,
    person,
    lines: [],
    pixelsPerMm,
    raster: { width: canvas.width, height: canvas.height, data: new Uint8ClampedArray(data.buffer) },
  }
}
