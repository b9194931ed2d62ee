import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Raster } from '@touchstone/images'
import { countryOf } from '../mrz/country-of.ts'
import { type DocumentKind, mrzLayouts } from '../mrz/mrz-layout.ts'
import { composeMrz } from './compose-mrz.ts'
import type { Dice } from './create-dice.ts'
import { drawBackground } from './draw-background.ts'
import { drawFace } from './draw-face.ts'
import type { SpecimenPerson } from './invent-person.ts'
import { registerSpecimenFonts, specimenFonts } from './specimen-fonts.ts'

export type SpecimenPage = {
  kind: DocumentKind
  raster: Raster
  pixelsPerMm: number
  /** The truth that a reader is measured against. */
  lines: string[]
  person: SpecimenPerson
}

/** ICAO Doc 9303: size of the page in millimetres. */
const pageSizes: Readonly<Record<DocumentKind, readonly [number, number]>> = {
  TD1: [85.6, 54],
  TD2: [105, 74],
  TD3: [125, 88],
  'MRV-A': [120, 80],
  'MRV-B': [105, 74],
}
const pitchMm = 2.54
const linePitchMm = 6.35
/** The advance of OCR-B's characters, in ems. */
const advance = 0.723

const titles: Readonly<Record<DocumentKind, string>> = {
  TD1: 'IDENTITY CARD',
  TD2: 'IDENTITY CARD',
  TD3: 'PASSPORT',
  'MRV-A': 'VISA',
  'MRV-B': 'VISA',
}

/** The data page of an invented document, flat and clean, marked SPECIMEN. */
export function drawPage(options: {
  kind: DocumentKind
  person: SpecimenPerson
  dice: Dice
  face?: Raster
  pixelsPerMm?: number
  /** What is printed above the zone, where it is not what the zone says: for trying out a forged page. */
  printed?: SpecimenPerson
  /** The zone, where it is not what the standard makes of the person. */
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

function drawPrint(
  context: SKRSContext2D,
  options: { kind: DocumentKind; person: SpecimenPerson; left: number; width: number; bottom: number },
): void {
  const { kind, person, left, width, bottom } = options
  const small = kind === 'TD1'
  const text = (words: string, x: number, y: number, size: number, bold = false, room = width - x - 3) => {
    context.font = `${size}px "${bold ? specimenFonts.printBold : specimenFonts.print}"`
    context.fillText(words, x, y, room)
  }
  context.fillStyle = '#2b3a67'
  const issuer = countryOf(person.issuingState)?.name.toUpperCase() ?? ''
  text(`${issuer} · ${titles[kind]}`, 5, 7.2, small ? 3.2 : 4, true)
  context.save()
  context.globalAlpha = 0.28
  context.fillStyle = '#b3122e'
  context.translate(width * 0.62, bottom * 0.62)
  context.rotate(-0.32)
  context.textAlign = 'center'
  text('SPECIMEN', 0, 0, small ? 9 : 14, true, width)
  context.restore()

  const nationality = countryOf(person.nationality)?.name ?? person.nationality
  const fields: [string, string, string, string][] = [
    ['Type', person.documentCode, 'Document No.', person.number],
    ['Surname', person.surname.toUpperCase(), '', ''],
    ['Given names', person.givenNames.toUpperCase(), '', ''],
    ['Nationality', nationality.toUpperCase(), 'Sex', person.sex === '<' ? 'X' : person.sex],
    ['Date of birth', printedDate(person.birthDate), 'Date of expiry', printedDate(person.expiryDate)],
  ]
  if (!small) fields.push(['Date of issue', printedDate(person.issueDate), 'Authority', 'SPECIMEN OFFICE'])
  const top = 11.5
  const step = (bottom - top - 1) / fields.length
  const second = left + (width - left) * 0.55
  const size = Math.min(3.5, step * 0.47)
  for (const [row, [label, value, label2, value2]] of fields.entries()) {
    const y = top + row * step
    context.fillStyle = '#4a5678'
    text(label, left, y, size * 0.6)
    text(label2, second, y, size * 0.6)
    context.fillStyle = '#14161b'
    text(value, left, y + size * 1.1, size, false, label2 ? second - left - 2 : width - left - 3)
    text(value2, second, y + size * 1.1, size)
  }
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

function printedDate(date: string): string {
  return `${date.slice(8)} ${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`
}
