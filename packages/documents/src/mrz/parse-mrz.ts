import { checkDigit } from './check-digit.ts'
import { type Country, countryOf, countryOfTwoLetters } from './country-of.ts'
import { dateOf } from './date-of.ts'
import { frenchCard, frenchCardExpiry } from './french-card.ts'
import { type DocumentKind, type FieldLayout, type MrzLayout, mrzLayouts } from './mrz-layout.ts'

export type ParsedMrz = {
  kind: DocumentKind
  documentCode: string
  /** Three letters (`D` for Germany), also where the issuer wrote two. */
  issuingState: string
  issuer?: Country
  surname: string
  givenNames: string
  /** The zone was full: names may be cut off. */
  namesMayBeCut: boolean
  number: string
  /** Empty on cards of residents that name none. */
  nationality: string
  nationalityCountry?: Country
  /** YYYY-MM-DD; absent where the issuer left it open (`<<`) or it is no day. */
  birthDate?: string
  sex: 'male' | 'female' | 'unspecified'
  expiryDate?: string
  /** The zone has no expiry: it is reckoned from the month of issue, to the first day of a month. */
  expiryIsReckoned: boolean
  optional: string
  checks: { field: 'number' | 'birthDate' | 'expiryDate' | 'optional1' | 'composite'; holds: boolean }[]
  /** Codes such as `check.number` or `state.unknown`; empty means that nothing speaks against the zone. */
  problems: string[]
}

export type ParseOptions = {
  /** YYYY-MM-DD. */
  today: string
  /** Lets the invented state Utopia (UTO) pass, which stands on examples only. */
  allowSpecimen?: boolean
}

/** Reads the fields of a zone and tells all that is wrong with it; undefined where the lines have no known shape. */
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
  const expiryIsReckoned = layout === frenchCard
  const expiryDate = expiryIsReckoned
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
    expiryIsReckoned,
    optional: [trim(optional), trim(text('optional2'))].filter((part) => part !== '').join(' '),
    checks,
    problems,
  }
}

const bothNames = /^[A-Z]+(<[A-Z]+)*(<<[A-Z]+(<[A-Z]+)*)?<*$/
const oneName = /^[A-Z]+(<[A-Z]+)*<*$/
/** Each of the given names is apart from the next by two fillers, its own parts by one. */
const severalNames = /^[A-Z]+(<<?[A-Z]+)*<*$/

/** Residents of Macau have its card whatever their nationality is, and it does not say. */
const withoutNationality: ReadonlySet<string> = new Set(['MAC'])

/** The cards of permanent residents of the United States count where others have a letter. */
function isNumberedCode(code: string, issuingState: string): boolean {
  return issuingState === 'USA' && /^C[12]$/.test(code)
}

/**
 * Whose document it is. Some issuers write their country with two letters: that is taken where the nationality has the same
 * two, because a third letter that was lost in reading is hardly lost twice.
 */
function statesOf(stateText: string, nationalityText: string, layout: MrzLayout) {
  const state = stateText.replace(/<+$/, '')
  // Only citizens have a card of this form.
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

/** The kind by count and length of the lines and by their first letters; two kinds share each shape. */
function layoutOf(lines: readonly string[]): MrzLayout | undefined {
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
      // An empty optional field may have no digit at all; a long TD1 number has its digit at its end.
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

/** Doc 9303 part 5: a TD1 number of more than nine places goes on in the optional field, followed by its digit. */
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
