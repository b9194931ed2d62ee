import type { Country } from '../mrz/country-of.ts'
import type { DocumentKind } from '../mrz/mrz-layout.ts'
import type { PrintVerdict } from '../print/judge-dates.ts'
import type { Hint } from '../quality/hints.ts'
import type { DocumentSide } from '../side/document-side.ts'

export type FieldReading = {
  value: string
  /** A check digit stands for it. Names, states and sex have none. */
  checked: boolean
  /** Of its least sure character, 0 to 1. */
  confidence: number
  print: PrintVerdict
}

export type DocumentFields = {
  documentCode: FieldReading
  issuingState: FieldReading
  surname: FieldReading
  givenNames: FieldReading
  number: FieldReading
  nationality: FieldReading
  /** YYYY-MM-DD; empty where the issuer left it open. */
  birthDate: FieldReading
  sex: FieldReading
  expiryDate: FieldReading
  optional: FieldReading
}

export type DocumentReading = {
  /** `accepted`: safe to act on; `uncertain`: ask for another picture; `unreadable`: there was nothing to read. */
  status: 'accepted' | 'uncertain' | 'unreadable'
  /** What to tell the person, the gravest first; empty when accepted. */
  hints: Hint[]
  /** Machine-readable reasons, such as `check.number` or `unsure.surname`. */
  reasons: string[]
  upsideDown: boolean
  framesUsed: number
  /** Whether the printed part of the page was read as a cross-check. */
  printRead: boolean
  /** Where the holder's photo is to be looked for, and nowhere else; the likeliest first, empty unless accepted. */
  sides: DocumentSide[]
  /** Absent when unreadable. */
  document?: {
    kind: DocumentKind
    lines: string[]
    fields: DocumentFields
    issuer?: Country
    nationalityCountry?: Country
    namesMayBeCut: boolean
    expired?: boolean
    /** Full years on the day of the reading. */
    age?: number
    /** A character was mended by a check digit, and the print bears it out. */
    mended: boolean
  }
}
