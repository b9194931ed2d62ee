import { OperatorError } from '@touchstone/common'
import type { DocumentFieldName } from '@touchstone/contract'
import {
  ageOn,
  type FieldName,
  isSameName,
  mrzLayouts,
  type ParsedMrz,
  parseMrz,
  transliterate,
} from '@touchstone/documents'
import type { Draft } from '../journey/draft.ts'

type Document = NonNullable<Draft['document']>
/** What an operator reads in the pictures: whole lines of the zone, or single fields. */
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
  // A longer one goes on elsewhere in the zone: it is given with its lines.
  number: /^[A-Z0-9]{1,9}$/,
  nationality: /^[A-Z]{1,3}$/,
  birthDate: /^\d{4}-\d{2}-\d{2}$/,
  sex: /^[MFX]$/,
  expiryDate: /^\d{4}-\d{2}-\d{2}$/,
  issuingState: /^[A-Z]{1,3}$/,
}
const oldest = 130

/**
 * The document as an operator reads it. Every field is put into the zone, and the zone has to hold as it has for a
 * machine: all check digits, the composite one too. Only the century, which the zone leaves out, is the operator's word.
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
  // A specimen is read where the service takes specimens, which the reader has decided.
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
  // Where the zone has these letters already, it stays as it is printed: MULLER for Müller is no wrong reading.
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
      ? `The field ${name} can't be what was given.`
      : 'A field or a line was given that a document of this kind does not have.',
    remedy: `Fields are ${Object.keys(shapes).join(', ')}; days are written YYYY-MM-DD, states and sex as in the zone.`,
  })
}

function notHolding(problems: readonly string[]): OperatorError {
  return new OperatorError({
    code: 'review.zone',
    message: `With that the machine-readable zone does not hold: ${problems.join(', ')}.`,
    remedy:
      'Give its lines as they are printed, one --zone for each; if they are printed so, confirm: it is refused.',
  })
}
