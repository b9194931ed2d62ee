import type { DocumentFieldName } from '@touchstone/contract'

export type DraftKind = 'passport' | 'id-card' | 'visa'

/** The personal data of a journey in progress. Stored encrypted and deleted when the proof is created. */
export type Draft = {
  /** How often the person reported a misreading. */
  retakes?: number
  /** Whether the person agreed to store the next pictures for a review. */
  forReview?: boolean
  /**
   * Whether the person cannot look at flashing light and agreed to store pictures of the recording for a
   * review.
   */
  colourFree?: boolean
  document?: {
    kind: DraftKind
    fields: Record<DocumentFieldName, string>
    /**
     * The name as it appears in the machine-readable zone, for checking a correction. `cut` means that the
     * zone was too short for the full name.
     */
    asRead?: { surname: string; givenNames: string; cut: boolean }
    /** The lines of the machine-readable zone. */
    lines: string[]
    /** Keyed hash in hexadecimal that identifies the same document. */
    numberHash: string
    /** Keyed hash of the picture that was read. */
    evidenceHash: string
    refused: DocumentFieldName[]
    reader: string
    /** Measurements of the face in the document's photo, as written by `serialiseMeasure`. */
    face?: unknown
  }
  /**
   * Measurements of a live face that waits for a review. Includes measurements by previous models that still
   * have faceprints.
   */
  template?: number[]
  templateModel?: string
  formerTemplates?: { model: string; template: number[] }[]
  location?: string
  residence?: { country: string; until: number; holder: string }
  accreditation?: { level: number; until: number }
}
