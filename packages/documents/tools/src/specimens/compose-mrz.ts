import { checkDigit } from '#src/mrz/check-digit'
import { type DocumentKind, type FieldName, mrzLayouts } from '#src/mrz/mrz-layout'
import { transliterate } from '#src/mrz/transliterate'
import type { SpecimenPerson } from './invent-person.ts'

/** Returns the lines of the zone for a person and a kind of document. */
export function composeMrz(kind: DocumentKind, person: SpecimenPerson): string[] {
  const layout = mrzLayouts[kind]
  const cells = Array.from({ length: layout.lines }, () => Array<string>(layout.length).fill('<'))
  const write = (line: number, from: number, text: string) => {
    for (const [index, letter] of [...text].entries()) {
      const row = cells[line]
      if (row !== undefined && from + index < layout.length) row[from + index] = letter
    }
  }
  const short = (date: string) => date.slice(2).replaceAll('-', '')
  const long = kind === 'TD1' ? restOf(person.number) : undefined
  const values: Partial<Record<FieldName, string>> = {
    documentCode: person.documentCode,
    issuingState: person.issuingState,
    names: `${transliterate(person.surname)}<<${transliterate(person.givenNames)}`,
    number: person.number,
    ...(long && { optional1: long }),
    nationality: person.nationality === 'DEU' ? 'D' : person.nationality,
    birthDate: short(person.birthDate),
    sex: person.sex,
    expiryDate: short(person.expiryDate),
    [kind === 'TD1' ? 'optional2' : 'optional1']: person.optional,
  }
  for (const { name, line, from, to, check } of layout.fields) {
    write(line, from, (values[name] ?? '').slice(0, to - from))
    const text = (cells[line] ?? []).slice(from, to).join('')
    if (check !== undefined && !(long && name === 'number')) write(line, check, String(checkDigit(text)))
  }
  if (layout.composite) {
    const { line, at, covers } = layout.composite
    const covered = covers.map(([row, from, to]) => (cells[row] ?? []).slice(from, to).join('')).join('')
    write(line, at, String(checkDigit(covered)))
  }
  return cells.map((row) => row.join(''))
}

/**
 * Returns the part of a long number that continues in the optional field, with its check digit. A filler
 * replaces the digit after the number (Doc 9303 part 5).
 */
function restOf(number: string): string | undefined {
  return number.length > 9 ? `${number.slice(9)}${checkDigit(number)}` : undefined
}
