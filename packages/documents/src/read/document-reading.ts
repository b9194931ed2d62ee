import type { Country } from '../mrz/country-of.ts'
import type { DocumentKind } from '../mrz/mrz-layout.ts'
import type { PrintVerdict } from '../print/judge-dates.ts'
import type { Hint } from '../quality/hints.ts'
import type { DocumentSide } from '../side/document-side.ts'

export type FieldReading = {
  value: string
  /** Whether a check digit covers the field. Names, states and sex have no check digit. */
  checked: boolean
  /** Confidence of the field's least certain character, from 0 to 1. */
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
  /** YYYY-MM-DD, or empty if the issuer left it blank. */
  birthDate: FieldReading
  sex: FieldReading
  expiryDate: FieldReading
  optional: FieldReading
}

export type DocumentReading = {
  /**
   * `accepted`: the fields can be used. `uncertain`: another picture is needed. `unreadable`: no document was
   * found.
   */
  status: 'accepted' | 'uncertain' | 'unreadable'
  /** Hints for the user, most severe first. Empty if accepted. */
  hints: Hint[]
  /** Machine-readable reasons, such as `check.number` or `unsure.surname`. */
  reasons: string[]
  upsideDown: boolean
  framesUsed: number
  /** Whether the printed part of the page was compared with the zone. */
  printRead: boolean
  /** The only sides that can show the holder's photo, most likely first. Empty unless accepted. */
  sides: DocumentSide[]
  /** Absent if unreadable. */
  document?: {
    kind: DocumentKind
    lines: string[]
    fields: DocumentFields
    issuer?: Country
    nationalityCountry?: Country
    namesMayBeCut: boolean
    expired?: boolean
    /** Age in full years on the day of the reading. */
    age?: number
    /** Whether a character was corrected with the help of a check digit and confirmed by the print. */
    corrected: boolean
  }
  /**
   * The pictures as JPEG files of at most 2 MB, encoded from the pixels that were read. Present only if copies
   * were requested.
   */
  copies?: Uint8Array[]
}
