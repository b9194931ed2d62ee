import { ageOn } from '../mrz/age-on.ts'
import { isExpired } from '../mrz/is-expired.ts'
import type { FieldLayout, FieldName } from '../mrz/mrz-layout.ts'
import { type ParsedMrz, parseMrz } from '../mrz/parse-mrz.ts'
import type { PrintedField } from '../print/compare-print.ts'
import type { PrintVerdict } from '../print/judge-dates.ts'
import type { HintCode } from '../quality/hints.ts'
import { acceptanceLimits } from './acceptance-limits.ts'
import type { DecodedZone } from './decode-zone.ts'
import type { DocumentFields, DocumentReading, FieldReading } from './document-reading.ts'

export type JudgedZone = {
  accepted: boolean
  reasons: string[]
  hintCodes: HintCode[]
  document: NonNullable<DocumentReading['document']>
}

/** Rates every field and decides whether the reading is accepted. */
export function judgeZone(options: {
  decoded: DecodedZone
  today: string
  allowSpecimen: boolean
  print: Readonly<Record<PrintedField, PrintVerdict>> | undefined
  corrected: boolean
  /** Whether the characters are at least as large as the guidance requires. */
  isNear: boolean
}): JudgedZone | undefined {
  const { decoded, today, allowSpecimen, print, corrected, isNear } = options
  const parsed = parseMrz(decoded.lines, { today, allowSpecimen })
  if (parsed === undefined) return undefined
  const fields = describeFields(decoded, parsed, print)
  const reasons = [...parsed.problems, ...doubts(decoded, fields, { corrected, isNear })]
  return {
    accepted: reasons.length === 0,
    reasons,
    hintCodes: hintsOf(reasons),
    document: {
      kind: parsed.kind,
      lines: decoded.lines,
      fields,
      ...(parsed.issuer && { issuer: parsed.issuer }),
      ...(parsed.nationalityCountry && { nationalityCountry: parsed.nationalityCountry }),
      namesMayBeCut: parsed.namesMayBeCut,
      ...(parsed.expiryDate && { expired: isExpired(parsed.expiryDate, today) }),
      ...(parsed.birthDate && { age: ageOn(parsed.birthDate, today) }),
      corrected,
    },
  }
}

function describeFields(
  decoded: DecodedZone,
  parsed: ParsedMrz,
  print: Readonly<Record<PrintedField, PrintVerdict>> | undefined,
): DocumentFields {
  const { layout } = decoded
  const isLong = layout.kind === 'TD1' && parsed.number.length > longestPlain
  const composite = layout.composite
  const place = (name: FieldName) => layout.fields.find((field) => field.name === name)
  const confidence = (...names: FieldName[]) =>
    Math.min(
      1,
      ...names.map((name) => {
        const field = place(name)
        return field ? leastSure(decoded, field) : 1
      }),
    )
  const checked = (name: FieldName) => {
    const field = place(name)
    // A check digit that covers the whole zone does not count as a check digit for the names.
    if (!field || name === 'names' || name === 'givenNames') return false
    const covered = composite?.covers.some(
      ([line, from, to]) => line === field.line && from <= field.from && to >= field.to,
    )
    return field.check !== undefined || covered === true
  }
  const make = (
    value: string,
    name: FieldName,
    printed?: PrintedField,
    ...also: FieldName[]
  ): FieldReading => ({
    value,
    checked: checked(name),
    confidence: confidence(name, ...also),
    print: print === undefined ? 'not-read' : printed === undefined ? 'not-found' : print[printed],
  })
  return {
    documentCode: make(parsed.documentCode, 'documentCode'),
    issuingState: make(parsed.issuingState, 'issuingState', 'issuingState'),
    surname: make(parsed.surname, 'names', 'surname'),
    givenNames: make(parsed.givenNames, 'names', 'givenNames', 'givenNames'),
    // Long numbers continue in the first optional field.
    number: make(parsed.number, 'number', 'number', ...(isLong ? (['optional1'] as const) : [])),
    nationality: make(parsed.nationality, 'nationality', 'nationality'),
    birthDate: make(parsed.birthDate ?? '', 'birthDate', 'birthDate'),
    sex: make(parsed.sex, 'sex', 'sex'),
    expiryDate: make(parsed.expiryDate ?? '', 'expiryDate', 'expiryDate'),
    optional: make(parsed.optional, 'optional1', undefined, 'optional2'),
  }
}

/** The number of characters that fit into the number field. */
const longestPlain = 9

function leastSure(decoded: DecodedZone, { line, from, to, check }: FieldLayout): number {
  const start = line * decoded.layout.length
  const own = decoded.confidence.slice(start + from, start + to)
  if (check !== undefined) own.push(decoded.confidence[start + check] ?? 0)
  return Math.min(...own)
}

function doubts(
  decoded: DecodedZone,
  fields: DocumentFields,
  { corrected, isNear }: { corrected: boolean; isNear: boolean },
): string[] {
  const reasons: string[] = []
  const mean = decoded.confidence.reduce((sum, each) => sum + each, 0) / decoded.confidence.length
  if (mean < acceptanceLimits.clarity) reasons.push('unsure.zone')
  const names = [fields.surname, fields.givenNames]
  const bothPrinted = names.every(({ print, value }) => print === 'agrees' || value === '')
  for (const [name, field] of Object.entries(fields)) {
    if (field.print === 'contradicts') reasons.push(`print.${name}`)
    // Surname and given names share one confidence value, so the print has to confirm both.
    const printed = name === 'surname' || name === 'givenNames' ? bothPrinted : field.print === 'agrees'
    const { alone, added, checked, printed: withPrint } = acceptanceLimits
    const unaided = name === 'optional' && isNear ? added : alone
    // A corrected field always has low confidence, but it is confirmed by its check digit and the print.
    const confirmed = corrected && printed && field.checked
    const limit = confirmed ? 0 : printed ? withPrint : field.checked ? checked : unaided
    if (field.confidence < limit) reasons.push(`unsure.${name}`)
  }
  const start = decoded.layout.composite
  if (start) {
    const digit = decoded.confidence[start.line * decoded.layout.length + start.at] ?? 0
    if (digit < acceptanceLimits.printed) reasons.push('unsure.composite')
  }
  return reasons
}

function hintsOf(reasons: readonly string[]): HintCode[] {
  const codes = new Set<HintCode>()
  for (const reason of reasons) {
    if (reason.startsWith('print.')) codes.add('print.contradicts')
    else if (reason.startsWith('check.')) codes.add('zone.check-failed')
    else if (reason.endsWith('.specimen')) codes.add('zone.specimen')
    else if (reason.endsWith('.unknown')) codes.add('zone.unknown-state')
    else codes.add('zone.unsure')
  }
  return [...codes]
}
