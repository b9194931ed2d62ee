export type DocumentKind = 'TD1' | 'TD2' | 'TD3' | 'MRV-A' | 'MRV-B'

export type FieldName =
  | 'documentCode'
  | 'issuingState'
  /** Surname and given names, or only the surname if the given names have a separate field. */
  | 'names'
  | 'givenNames'
  | 'number'
  | 'nationality'
  | 'birthDate'
  | 'sex'
  | 'expiryDate'
  | 'optional1'
  | 'optional2'

/**
 * Characters allowed at a position: letters, digits, both, a document code, or the sex (M, F). Fillers are
 * always allowed.
 */
export type Charset = 'letter' | 'digit' | 'any' | 'code' | 'sex'

export type FieldLayout = {
  name: FieldName
  line: number
  from: number
  to: number
  charset: Charset
  /** Position of the field's check digit. */
  check?: number
}

export type MrzLayout = {
  kind: DocumentKind
  lines: number
  length: number
  /** The first letters of the document codes of this kind. */
  codes: RegExp
  /** The first letters of a national format with a different layout. Absent for standard formats. */
  opening?: string
  fields: readonly FieldLayout[]
  /**
   * The composite check digit and the ranges that it covers (line, from, to). Visas have no composite check
   * digit.
   */
  composite?: { line: number; at: number; covers: readonly (readonly [number, number, number])[] }
}

/** All two-line kinds have the same second line, except for the optional data. */
const secondLine: readonly FieldLayout[] = [
  { name: 'number', line: 1, from: 0, to: 9, charset: 'any', check: 9 },
  { name: 'nationality', line: 1, from: 10, to: 13, charset: 'letter' },
  { name: 'birthDate', line: 1, from: 13, to: 19, charset: 'digit', check: 19 },
  { name: 'sex', line: 1, from: 20, to: 21, charset: 'sex' },
  { name: 'expiryDate', line: 1, from: 21, to: 27, charset: 'digit', check: 27 },
]

const firstLine = (length: number): FieldLayout[] => [
  { name: 'documentCode', line: 0, from: 0, to: 2, charset: 'code' },
  { name: 'issuingState', line: 0, from: 2, to: 5, charset: 'letter' },
  { name: 'names', line: 0, from: 5, to: length, charset: 'letter' },
]

/** The layouts of ICAO Doc 9303, parts 4 to 7. */
export const mrzLayouts: Readonly<Record<DocumentKind, MrzLayout>> = {
  TD3: {
    kind: 'TD3',
    lines: 2,
    length: 44,
    codes: /^P/,
    fields: [
      ...firstLine(44),
      ...secondLine,
      { name: 'optional1', line: 1, from: 28, to: 42, charset: 'any', check: 42 },
    ],
    composite: {
      line: 1,
      at: 43,
      covers: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 43],
      ],
    },
  },
  TD2: {
    kind: 'TD2',
    lines: 2,
    length: 36,
    codes: /^[IAC]/,
    fields: [
      ...firstLine(36),
      ...secondLine,
      { name: 'optional1', line: 1, from: 28, to: 35, charset: 'any' },
    ],
    composite: {
      line: 1,
      at: 35,
      covers: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 35],
      ],
    },
  },
  TD1: {
    kind: 'TD1',
    lines: 3,
    length: 30,
    codes: /^[IAC]/,
    fields: [
      { name: 'documentCode', line: 0, from: 0, to: 2, charset: 'code' },
      { name: 'issuingState', line: 0, from: 2, to: 5, charset: 'letter' },
      { name: 'number', line: 0, from: 5, to: 14, charset: 'any', check: 14 },
      { name: 'optional1', line: 0, from: 15, to: 30, charset: 'any' },
      { name: 'birthDate', line: 1, from: 0, to: 6, charset: 'digit', check: 6 },
      { name: 'sex', line: 1, from: 7, to: 8, charset: 'sex' },
      { name: 'expiryDate', line: 1, from: 8, to: 14, charset: 'digit', check: 14 },
      { name: 'nationality', line: 1, from: 15, to: 18, charset: 'letter' },
      { name: 'optional2', line: 1, from: 18, to: 29, charset: 'any' },
      { name: 'names', line: 2, from: 0, to: 30, charset: 'letter' },
    ],
    composite: {
      line: 1,
      at: 29,
      covers: [
        [0, 5, 30],
        [1, 0, 7],
        [1, 8, 15],
        [1, 18, 29],
      ],
    },
  },
  'MRV-A': {
    kind: 'MRV-A',
    lines: 2,
    length: 44,
    codes: /^V/,
    fields: [
      ...firstLine(44),
      ...secondLine,
      { name: 'optional1', line: 1, from: 28, to: 44, charset: 'any' },
    ],
  },
  'MRV-B': {
    kind: 'MRV-B',
    lines: 2,
    length: 36,
    codes: /^V/,
    fields: [
      ...firstLine(36),
      ...secondLine,
      { name: 'optional1', line: 1, from: 28, to: 36, charset: 'any' },
    ],
  },
}
