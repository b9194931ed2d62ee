import { createCanvas } from '@napi-rs/canvas'
import type { Raster } from '@touchstone/images'
import { lineSteps } from '#src/mrz/line-steps'
import { type DocumentKind, mrzLayouts } from '#src/mrz/mrz-layout'
import { composeMrz } from './compose-mrz.ts'
import type { Dice } from './create-dice.ts'
import { drawBackground } from './draw-background.ts'
import { drawFace } from './draw-face.ts'
import { drawPrint } from './draw-print.ts'
import type { SpecimenPerson } from './invent-person.ts'
import { registerSpecimenFonts, specimenFonts } from './specimen-fonts.ts'

export type SpecimenPage = {
  kind: DocumentKind
  raster: Raster
  pixelsPerMm: number
  /** Ground truth for measurements. */
  lines: string[]
  person: SpecimenPerson
}

/** Page sizes of ICAO Doc 9303, in millimetres. */
export const pageSizes: Readonly<Record<DocumentKind, readonly [number, number]>> = {
  TD1: [85.6, 54],
  TD2: [105, 74],
  TD3: [125, 88],
  'MRV-A': [120, 80],
  'MRV-B': [105, 74],
}
const pitchMm = 2.54
/** Advance width of OCR-B characters, in ems. */
const advance = 0.723

/** Draws the data page of an invented document, flat, clean and marked SPECIMEN. */
export function drawPage(options: {
  kind: DocumentKind
  person: SpecimenPerson
  dice: Dice
  face?: Raster
  /**
   * A second face beside the print, with the given width in millimetres. The second face simulates a ghost
   * image or a forgery.
   */
  secondFace?: { picture: Raster; width: number }
  pixelsPerMm?: number
  /** Printed values that differ from the zone, to simulate a forged page. */
  printed?: SpecimenPerson
  /** Lines of the zone that differ from the standard. */
  lines?: string[]
}): SpecimenPage {
  const { kind, person, dice, pixelsPerMm = 11 } = options
  registerSpecimenFonts()
  const [width, height] = pageSizes[kind]
  const canvas = createCanvas(Math.round(width * pixelsPerMm), Math.round(height * pixelsPerMm))
  const context = canvas.getContext('2d')
  context.scale(pixelsPerMm, pixelsPerMm)
  drawBackground(context, dice, width, height)

  const layout = mrzLayouts[kind]
  const linePitchMm = pitchMm * (kind === 'TD1' ? lineSteps.narrow : lineSteps.wide)
  const zoneTop = height - 4.5 - layout.lines * linePitchMm
  const faceWidth = kind === 'TD1' ? 0 : 0.26 * width
  if (faceWidth > 0) {
    const box = { x: 5, y: 12, width: faceWidth, height: Math.min(faceWidth * 1.28, zoneTop - 14) }
    drawFace(context, dice, box, options.face)
  }
  drawPrint(context, {
    kind,
    person: options.printed ?? person,
    left: faceWidth > 0 ? faceWidth + 9 : 5,
    width,
    bottom: zoneTop,
  })
  if (options.secondFace) {
    const { picture, width: wide } = options.secondFace
    const high = wide * 1.28
    drawFace(
      context,
      dice,
      { x: width - wide - 5, y: zoneTop - high - 2, width: wide, height: high },
      picture,
    )
  }

  const lines = options.lines ?? composeMrz(kind, person)
  const zoneLeft = (width - layout.length * pitchMm) / 2
  context.fillStyle = '#15171c'
  context.font = `${pitchMm / advance}px "${specimenFonts.zone}"`
  for (const [row, line] of lines.entries()) {
    for (const [column, letter] of [...line].entries()) {
      context.fillText(letter, zoneLeft + column * pitchMm, zoneTop + (row + 0.72) * linePitchMm)
    }
  }
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return {
    kind,
    person,
    lines,
    pixelsPerMm,
    raster: { width: canvas.width, height: canvas.height, data: new Uint8ClampedArray(data.buffer) },
  }
}
