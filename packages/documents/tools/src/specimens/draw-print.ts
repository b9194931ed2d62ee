import type { SKRSContext2D } from '@napi-rs/canvas'
import { countryOf } from '#src/mrz/country-of'
import type { DocumentKind } from '#src/mrz/mrz-layout'
import type { SpecimenPerson } from './invent-person.ts'
import { specimenFonts } from './specimen-fonts.ts'

const titles: Readonly<Record<DocumentKind, string>> = {
  TD1: 'IDENTITY CARD',
  TD2: 'IDENTITY CARD',
  TD3: 'PASSPORT',
  'MRV-A': 'VISA',
  'MRV-B': 'VISA',
}

/** Draws the human-readable text of a page or side. */
export function drawPrint(
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
