import { OperatorError } from '@touchstone/common'
import { type DocumentFieldName, maxZoneChanges } from '@touchstone/contract'
import {
  ageOn,
  changedCharacters,
  type FieldName,
  isSameName,
  mrzLayouts,
  type ParsedMrz,
  parseMrz,
  transliterate,
} from '@touchstone/documents'
import type { Draft } from '../journey/draft.ts'

type Document = NonNullable<Draft['document']>
/**
 * A reviewer's reading of the pictures, given as complete lines of the machine-readable zone or as single
 * fields.
 */
export type OperatorReading = { zone?: readonly string[]; fields?: Readonly<Record<string, string>> }

const inZone: Readonly<Record<string, FieldName>> = {
  number: 'number',
  nationality: 'nationality',
  birthDate: 'birthDate',
  sex: 'sex',
  expiryDate: 'expiryDate',
  issuingState: 'issuingState',
}
const shapes: Readonly<Record<string, RegExp>> = {
  surname: /\p{L}/u,
  givenNames: /^/,
  // A longer number continues in another part of the zone, so a reviewer must enter the complete lines.
  number: /^[A-Z0-9]{1,9}$/,
  nationality: /^[A-Z]{1,3}$/,
  birthDate: /^\d{4}-\d{2}-\d{2}$/,
  sex: /^[MFX]$/,
  expiryDate: /^\d{4}-\d{2}-\d{2}$/,
  issuingState: /^[A-Z]{1,3}$/,
}
const oldest = 130
/** The zone contains no century, but a different century counts as two changed digits. */
const changesOfCentury = 2

/**
 * Returns the document as read by a reviewer. Writes every field into the machine-readable zone; all check
 * digits, including the composite one, must match, and the zone can differ from the software's reading in
 * only a few characters. Only the century is not checked, because the zone does not contain it.
 */
export function readByOperator(
  document: Document,
  { zone, fields = {} }: OperatorReading,
  today: string,
): Pick<Document, 'fields' | 'asRead' | 'lines'> {
  if (zone === undefined && Object.keys(fields).length === 0)
    return {
      fields: document.fields,
      lines: document.lines,
      ...(document.asRead && { asRead: document.asRead }),
    }
  const before = parseMrz(document.lines, { today })
  // The document reader has already checked whether the service accepts specimens.
  const allowSpecimen = before?.problems.some((problem) => problem.endsWith('.specimen')) ?? false
  const given = zone?.map((line) => line.trim().toUpperCase()) ?? document.lines
  const whole = parseMrz(given, { today, allowSpecimen })
  if (!whole || whole.kind !== before?.kind) throw refused('zone')
  for (const [name, value] of Object.entries(fields))
    if (
      !Object.hasOwn(shapes, name) ||
      !shapes[name]?.test(value) ||
      (name.endsWith('Date') && !isDay(value))
    )
      throw refused(name)
  const names = {
    surname: fields.surname ?? whole.surname,
    givenNames: fields.givenNames ?? whole.givenNames,
  }
  const lines = writeFields(given, whole, fields, names)
  const parsed = parseMrz(lines, { today, allowSpecimen })
  if (!parsed || parsed.problems.length > 0) throw notHolding(parsed?.problems ?? ['zone'])
  const read = { surname: parsed.surname, givenNames: parsed.givenNames, cut: parsed.namesMayBeCut }
  if (!isSameName(read, names)) throw refused('surname')
  const birthDate = fields.birthDate ?? parsed.birthDate ?? ''
  if (birthDate !== '' && (birthDate > today || ageOn(birthDate, today) > oldest)) throw refused('birthDate')
  const isOtherCentury = birthDate.slice(0, 2) !== (parsed.birthDate ?? birthDate).slice(0, 2)
  const changes = changedCharacters(document.lines, lines) + (isOtherCentury ? changesOfCentury : 0)
  // The software misreads only a few characters. A reading with more differences describes another document.
  if (changes > maxZoneChanges) throw tooManyChanges()
  if ((fields.expiryDate ?? parsed.expiryDate) !== parsed.expiryDate) throw refused('expiryDate')
  return {
    fields: {
      ...names,
      number: parsed.number,
      nationality: parsed.nationality,
      birthDate,
      sex: { male: 'M', female: 'F' }[parsed.sex as string] ?? 'X',
      expiryDate: parsed.expiryDate ?? '',
      issuingState: parsed.issuingState,
    },
    asRead: read,
    lines,
  }
}

function writeFields(
  lines: readonly string[],
  whole: ParsedMrz,
  fields: Readonly<Record<string, string>>,
  names: { surname: string; givenNames: string },
): string[] {
  const written = [...lines]
  const write = (name: FieldName, value: string) => {
    const place = mrzLayouts[whole.kind].fields.find((field) => field.name === name)
    if (!place) return
    const line = written[place.line] ?? ''
    const room = place.to - place.from
    written[place.line] =
      line.slice(0, place.from) + value.slice(0, room).padEnd(room, '<') + line.slice(place.to)
  }
  // Keeps the printed spelling of a name if the zone already has these letters: MULLER for Müller is not a
  // misreading.
  if (!isSameName({ ...whole, cut: whole.namesMayBeCut }, names))
    write('names', [names.surname, names.givenNames].map(transliterate).join('<<').replace(/<<$/, ''))
  for (const [name, value] of Object.entries(fields)) {
    const place = inZone[name]
    if (!place) continue
    const short = name.endsWith('Date') ? value.slice(2).replaceAll('-', '') : value
    write(place, name === 'sex' && value === 'X' ? '<' : short)
  }
  return written
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}

function refused(name: DocumentFieldName | string): OperatorError {
  return new OperatorError({
    code: 'review.field',
    message: Object.hasOwn(shapes, name)
      ? `The value of the field ${name} is invalid.`
      : 'A document of this kind does not have this field or line.',
    remedy: `Fields are ${Object.keys(shapes).join(', ')}. Write dates as YYYY-MM-DD, and states and sex as they appear in the zone.`,
  })
}

function notHolding(problems: readonly string[]): OperatorError {
  return new OperatorError({
    code: 'review.zone',
    message: `With this reading, the machine-readable zone is invalid: ${problems.join(', ')}.`,
    remedy:
      'Enter its lines as printed, with one --zone option per line. If they are printed like this, confirm the review to reject the document.',
  })
}

function tooManyChanges(): OperatorError {
  return new OperatorError({
    code: 'review.too-many-changes',
    message: `This reading differs from the software's reading in more than ${maxZoneChanges} characters.`,
    remedy:
      'Compare it with the pictures again. If it is correct, confirm the review to reject the document. The person can then take other pictures.',
  })
}
