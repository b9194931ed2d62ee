import type { DocumentFieldName } from '@touchstone/contract'

export type DraftKind = 'passport' | 'id-card' | 'visa'

/** What a journey knows of its person while it is under way. Sealed in the store; gone when the proof is made. */
export type Draft = {
  /** How often the person said that a reading is wrong. */
  retakes?: number
  /** The person agreed that the next pictures are kept for a review. */
  forReview?: boolean
  /** The person must not look at flashing light, and agreed that pictures of the film are kept for a review. */
  colourFree?: boolean
  document?: {
    kind: DraftKind
    fields: Record<DocumentFieldName, string>
    /** The name as the zone has it, against which a correction is checked; `cut` where the zone was full. */
    asRead?: { surname: string; givenNames: string; cut: boolean }
    /** The lines of the zone. */
    lines: string[]
    /** Keyed hash, hex: the same document is known again. */
    numberHash: string
    /** Of the picture that it was read from. */
    evidenceHash: string
    refused: DocumentFieldName[]
    reader: string
    /** Figures of the face on the document's photo, as `serialiseMeasure` writes them. */
    face?: unknown
  }
  /** Of a live face that waits for a review; by models of before, too, whose faceprints are still there. */
  template?: number[]
  templateModel?: string
  formerTemplates?: { model: string; template: number[] }[]
  location?: string
  residence?: { country: string; until: number; holder: string }
  accreditation?: { level: number; until: number }
}
