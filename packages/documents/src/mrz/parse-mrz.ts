import { checkDigit } from './check-digit.ts'
import { type Country, countryOf, countryOfTwoLetters } from './country-of.ts'
import { dateOf } from './date-of.ts'
import { frenchCard, frenchCardExpiry } from './french-card.ts'
import { type DocumentKind, type FieldLayout, type MrzLayout, mrzLayouts } from './mrz-layout.ts'

export type ParsedMrz = {
  kind: DocumentKind
  documentCode: string
  /** Three letters (`D` for Germany), even if the issuer printed two. */
  issuingState: string
  issuer?: Country
  surname: string
  givenNames: string
  /** Whether the zone was full, in which case the names can be truncated. */
  namesMayBeCut: boolean
  number: string
  /** Empty on residence cards that do not contain it. */
  nationality: string
  nationalityCountry?: Country
  /** YYYY-MM-DD; absent if the issuer left it blank (`<<`) or the date is invalid. */
  birthDate?: string
  sex: 'male' | 'female' | 'unspecified'
  expiryDate?: string
  /**
   * True if the zone has no expiry date. The date is then the first day of a month, calculated from the
   * month of issue.
   */
  expiryIsCalculated: boolean
  optional: string
  checks: { field: 'number' | 'birthDate' | 'expiryDate' | 'optional1' | 'composite'; holds: boolean }[]
  /** Codes such as `check.number` or `state.unknown`; empty if the zone has no problems. */
  problems: string[]
}

export type ParseOptions = {
  /** YYYY-MM-DD. */
  today: string
  /** Accepts the invented state Utopia (UTO), which occurs on specimens only. */
  allowSpecimen?: boolean
}

/**
 * Parses the fields of a zone and reports all problems. Returns undefined if the lines match no known
 * layout.
 */
export function parseMrz(lines: readonly string[], options: ParseOptions): ParsedMrz | undefined {
  const layout = layoutOf(lines)
  if (layout === undefined) return undefined
  const text = (name: FieldLayout['name']) => {
    const field = layout.fields.find((each) => each.name === name)
    return field === undefined ? '' : (lines[field.line] ?? '').slice(field.from, field.to)
  }
  const trim = (value: string) => value.replace(/<+$/, '')
  const problems: string[] = []
  const checks = checkAll(lines, layout)
  for (const check of checks) if (!check.holds) problems.push(`check.${check.field}`)

  const names = text('names')
  const rest = text('givenNames')
  const [surname = '', ...given] = rest === '' ? trim(names).split('<<') : [trim(names), trim(rest)]
  const person = (part: string) => part.replace(/</g, ' ').replace(/ +/g, ' ').trim()
  if (rest === '' ? !bothNames.test(names) : !(oneName.test(names) && severalNames.test(rest)))
    problems.push('names.shape')

  const documentCode = trim(text('documentCode'))
  const { issuer, nationalityCountry, ...states } = statesOf(
    text('issuingState'),
    text('nationality'),
    layout,
  )
  if (!/^[A-Z]{1,2}$/.test(documentCode) && !isNumberedCode(documentCode, states.issuingState))
    problems.push('documentCode.shape')
  const isUnnamed = states.nationality === '' && withoutNationality.has(states.issuingState)
  for (const [what, country] of [
    ['state', issuer],
    ...(isUnnamed ? [] : [['nationality', nationalityCountry] as const]),
  ] as const) {
    if (country === undefined) problems.push(`${what}.unknown`)
    else if (country.kind === 'specimen' && !options.allowSpecimen) problems.push(`${what}.specimen`)
  }

  const birthDate = dateOf(text('birthDate'), 'birth', options.today)
  const expiryIsCalculated = layout === frenchCard
  const expiryDate = expiryIsCalculated
    ? frenchCardExpiry(text('number'), birthDate)
    : dateOf(text('expiryDate'), 'expiry', options.today)
  if (birthDate === undefined && !/^\d{0,4}<+$/.test(text('birthDate'))) problems.push('birthDate.impossible')
  if (expiryDate === undefined && text('expiryDate') !== '<<<<<<') problems.push('expiryDate.impossible')

  const sexMark = text('sex')
  const { number, optional } = numberOf(lines, layout, text('number'), text('optional1'))
  if (!/^[A-Z0-9]+(<[A-Z0-9]+)*$/.test(number)) problems.push('number.shape')
  return {
    kind: layout.kind,
    documentCode,
    issuingState: states.issuingState,
    ...(issuer && { issuer }),
    surname: person(surname),
    givenNames: person(given.join('<')),
    namesMayBeCut: !names.endsWith('<') || (rest !== '' && !rest.endsWith('<')),
    number,
    nationality: states.nationality,
    ...(nationalityCountry && { nationalityCountry }),
    ...(birthDate && { birthDate }),
    sex: sexMark === 'M' ? 'male' : sexMark === 'F' ? 'female' : 'unspecified',
    ...(expiryDate && { expiryDate }),
    expiryIsCalculated,
    optional: [trim(optional), trim(text('optional2'))].filter((part) => part !== '').join(' '),
    checks,
    problems,
  }
}

const bothNames = /^[A-Z]+(<[A-Z]+)*(<<[A-Z]+(<[A-Z]+)*)?<*$/
const oneName = /^[A-Z]+(<[A-Z]+)*<*$/
/** Given names are separated by two fillers, and the parts of a name by one. */
const severalNames = /^[A-Z]+(<<?[A-Z]+)*<*$/

/** Resident cards of Macau do not contain the holder's nationality. */
const withoutNationality: ReadonlySet<string> = new Set(['MAC'])

/**
 * United States permanent resident cards have a digit in their code where other cards have a letter.
 */
function isNumberedCode(code: string, issuingState: string): boolean {
  return issuingState === 'USA' && /^C[12]$/.test(code)
}

/**
 * Determines the issuing state and nationality. Some issuers use a two-letter code. A two-letter code is
 * accepted only if it is the same for state and nationality, because OCR is unlikely to lose the third letter
 * twice.
 */
function statesOf(stateText: string, nationalityText: string, layout: MrzLayout) {
  const state = stateText.replace(/<+$/, '')
  // Only citizens receive this card, so the nationality is the issuing state.
  const nationality = layout === frenchCard ? state : nationalityText.replace(/<+$/, '')
  const short = state === nationality ? countryOfTwoLetters(state) : undefined
  const issuer = short ?? countryOf(state)
  const nationalityCountry = short ?? countryOf(nationality)
  return {
    issuingState: short?.code ?? state,
    nationality: short?.code ?? nationality,
    ...(issuer && { issuer }),
    ...(nationalityCountry && { nationalityCountry }),
  }
}

/**
 * Selects the layout by the number and length of the lines and by the first letters, because different
 * layouts can have the same number and length of lines.
 */
export function layoutOf(lines: readonly string[]): MrzLayout | undefined {
  if (!lines.every((line) => /^[A-Z0-9<]+$/.test(line))) return undefined
  return [frenchCard, ...Object.values(mrzLayouts)].find(
    (layout) =>
      layout.lines === lines.length &&
      lines.every((line) => line.length === layout.length) &&
      layout.codes.test(lines[0] ?? ''),
  )
}

function checkAll(lines: readonly string[], layout: MrzLayout): ParsedMrz['checks'] {
  const checks: ParsedMrz['checks'] = []
  for (const { name, line, from, to, check } of layout.fields) {
    if (check === undefined) continue
    const text = lines[line] ?? ''
    const value = text.slice(from, to)
    const digit = text[check]
    if (name === 'number' || name === 'birthDate' || name === 'expiryDate' || name === 'optional1') {
      // The check digit of an empty optional field can be missing. The check digit of a long TD1 number is at
      // the end of the number.
      const empty = name === 'optional1' && digit === '<' && /^<+$/.test(value)
      const long = name === 'number' && layout.kind === 'TD1' ? longNumber(text) : undefined
      const holds = long ? long.holds : empty || digit === String(checkDigit(value))
      checks.push({ field: name, holds })
    }
  }
  if (layout.composite) {
    const { line, at, covers } = layout.composite
    const covered = covers.map(([row, from, to]) => (lines[row] ?? '').slice(from, to)).join('')
    checks.push({ field: 'composite', holds: lines[line]?.[at] === String(checkDigit(covered)) })
  }
  return checks
}

/**
 * In a TD1, a number with more than nine characters continues in the optional field, followed by its check
 * digit (Doc 9303 part 5).
 */
function longNumber(line: string): { number: string; rest: string; holds: boolean } | undefined {
  if (line[14] !== '<') return undefined
  const tail = /^([A-Z0-9]*)(\d)<(.*)$/.exec(line.slice(15))
  if (!tail) return undefined
  const number = line.slice(5, 14) + (tail[1] ?? '')
  return { number, rest: tail[3] ?? '', holds: tail[2] === String(checkDigit(number)) }
}

function numberOf(lines: readonly string[], layout: MrzLayout, number: string, optional: string) {
  const long = layout.kind === 'TD1' ? longNumber(lines[0] ?? '') : undefined
  return long ? { number: long.number, optional: long.rest } : { number: number.replace(/<+$/, ''), optional }
}
