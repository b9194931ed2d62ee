import type { ConfirmDocument, DocumentFieldName } from '@touchstone/contract'
import { checkDigit, transliterate } from '@touchstone/documents'
import type { Draft } from '../pipeline/draft.ts'

export const correctable = ['surname', 'givenNames', 'number', 'birthDate', 'expiryDate'] as const

type Document = NonNullable<Draft['document']>

/**
 * Takes what a person says in place of what was read, where the document's own zone bears it out: a name that the zone
 * writes the same way (it knows no accents), a number or a date with the check digit that stands behind it.
 */
export function correctDocument(
  document: Document,
  corrections: ConfirmDocument['corrections'],
): { fields: Document['fields']; refused: DocumentFieldName[] } {
  const fields = { ...document.fields }
  const refused: DocumentFieldName[] = []
  for (const name of correctable) {
    const said = corrections[name]?.trim()
    if (said === undefined || said === fields[name]) continue
    if (agrees(document, name, said)) fields[name] = said
    else refused.push(name)
  }
  return { fields, refused }
}

function agrees(document: Document, name: (typeof correctable)[number], said: string): boolean {
  const read = document.fields[name]
  if (name === 'surname' || name === 'givenNames') return said !== '' && letters(said) === letters(read)
  const inZone =
    name === 'number' ? said.toUpperCase() : /^\d{4}-\d{2}-\d{2}$/.test(said) ? shortDay(said) : ''
  if (inZone === '' || !/^[A-Z0-9]+$/.test(inZone)) return false
  // The digit that the zone holds behind the value that was read has to stand behind this one as well.
  const before = name === 'number' ? read : shortDay(read)
  const zone = document.lines.join('')
  const at = zone.indexOf(before)
  if (at < 0) return false
  const padded = inZone.padEnd(before.length, '<')
  const after = zone.slice(at + before.length).replace(/^<+/, '')[0]
  return padded.length === before.length && String(checkDigit(padded)) === after
}

function letters(name: string): string {
  return transliterate(name).replaceAll('<', '')
}

function shortDay(day: string): string {
  return day.slice(2).replaceAll('-', '')
}
