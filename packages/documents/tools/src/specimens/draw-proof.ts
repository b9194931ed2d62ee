import { createCanvas, PDFDocument, type SKRSContext2D } from '@napi-rs/canvas'
import type { Raster } from '@touchstone/images'
import { proofBody, type SpecimenProof } from './invent-proof.ts'
import { registerSpecimenFonts, specimenFonts } from './specimen-fonts.ts'

/** A4, in points. */
const width = 595
const height = 842

/** Returns the letter as a PDF with text. */
export function proofAsPdf(proof: SpecimenProof): Uint8Array {
  registerSpecimenFonts()
  const pdf = new PDFDocument()
  drawLetter(beginPage(pdf), proof)
  pdf.endPage()
  return new Uint8Array(pdf.close())
}

/** Returns the letter as a PDF that contains only an image, like a scan. */
export function proofAsScan(proof: SpecimenProof): Uint8Array {
  const picture = drawOn(proof, 2.6)
  const pdf = new PDFDocument()
  beginPage(pdf).drawImage(picture, 0, 0, width, height)
  pdf.endPage()
  return new Uint8Array(pdf.close())
}

/** Returns the letter as a flat, clean image. */
export function proofAsRaster(proof: SpecimenProof, pixelsPerPoint = 2.4): Raster {
  const canvas = drawOn(proof, pixelsPerPoint)
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return { width: canvas.width, height: canvas.height, data: new Uint8ClampedArray(data.buffer) }
}

/**
 * Begins a page and returns its context. The context can be used like a canvas context, but its types are
 * incomplete.
 */
function beginPage(pdf: PDFDocument): SKRSContext2D {
  return pdf.beginPage(width, height) as SKRSContext2D
}

function drawOn(proof: SpecimenProof, scale: number) {
  registerSpecimenFonts()
  const canvas = createCanvas(Math.round(width * scale), Math.round(height * scale))
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  drawLetter(context, proof)
  return canvas
}

function drawLetter(context: SKRSContext2D, proof: SpecimenProof): void {
  const text = (words: string, x: number, y: number, size = 10.5, bold = false) => {
    context.font = `${size}px "${bold ? specimenFonts.printBold : specimenFonts.print}"`
    context.fillText(words, x, y)
  }
  context.fillStyle = '#1b1f2a'
  text(proof.issuer, 50, 60, 18, true)
  text('SPECIMEN', 470, 60, 14, true)
  const block = [proof.name, ...proof.address, proof.countryLine].filter((line) => line !== '')
  const dates: [string, string][] = [
    [label(proof), proof.printedIssueDate],
    ['Payment due', proof.printedDueDate],
  ]
  if (proof.layout === 'labels') {
    const place = [...proof.address, proof.countryLine].filter((line) => line !== '').join(', ')
    const rows: [string, string][] = [['Customer name', proof.name], ['Address', place], ...dates]
    for (const [row, [name, value]] of rows.entries()) text(`${name}: ${value}`, 50, 130 + row * 20)
  } else {
    const left = proof.layout === 'right' ? 330 : 50
    for (const [row, line] of block.entries()) text(line, left, 130 + row * 15)
    if (proof.layout === 'window') text(`${proof.issuer} · Unit 4 Mill Park · Leeds LS1 4AP`, 50, 105, 6.5)
    drawDates(context, text, proof, dates)
  }
  for (const [row, line] of proofBody(proof.kind).entries()) text(line, 50, 330 + row * 22)
  text('Thank you for being with us. Keep this letter for your records.', 50, 430)
  text('Amount', 400, 330, 10.5, true)
  text('118.40', 460, 330)
  text(`${proof.issuer}, 4 Mill Park, Leeds LS1 4AP`, 50, 800, 8)
}

function drawDates(
  context: SKRSContext2D,
  text: (words: string, x: number, y: number, size?: number, bold?: boolean) => void,
  proof: SpecimenProof,
  dates: readonly [string, string][],
): void {
  if (proof.layout === 'window') {
    text(`${dates[0]?.[0]}: ${dates[0]?.[1]}`, 360, 250)
    text(`${dates[1]?.[0]} ${dates[1]?.[1]}`, 50, 390)
  } else if (proof.layout === 'right') {
    // The letter's date without a label.
    text(proof.printedIssueDate, 50, 250)
    text(`Payment due by ${proof.printedDueDate}`, 50, 390)
  } else if (proof.layout === 'table') {
    for (const [row, [name, value]] of dates.entries()) {
      context.strokeRect(340, 118 + row * 24, 220, 24)
      text(name, 346, 134 + row * 24)
      text(value, 455, 134 + row * 24)
    }
  } else {
    for (const [column, [name, value]] of dates.entries()) {
      text(name, 50 + column * 180, 255, 9, true)
      text(value, 50 + column * 180, 270)
    }
  }
}

function label(proof: SpecimenProof): string {
  if (proof.kind === 'bank-statement') return 'Statement date'
  if (proof.kind === 'tax-letter') return 'Date of issue'
  return proof.layout === 'table' ? 'Invoice date' : 'Bill date'
}
