import type { Candidate } from '@touchstone/biometrics'
import type { DocumentFieldName, TestOutcome } from '@touchstone/contract'

export type DraftKind = 'passport' | 'id-card' | 'visa'

/**
 * A similar faceprint in a review. `faceprint` is the gallery's name for it, which does not identify a
 * person.
 */
export type LookAlike = Pick<Candidate, 'model' | 'distance' | 'sameDocument' | 'sameBirthYear'> & {
  faceprint: string
  /** The number of faceprints that were searched. */
  searched: number
  /** The proportion of strangers who are at least this similar. For a measured model, an upper bound. */
  strangers: number
}

/**
 * The personal data of a journey in progress. The draft is stored encrypted and deleted when the proof is
 * created.
 */
export type Draft = {
  /** The outcome that was chosen for a verification in test mode. */
  testOutcome?: TestOutcome
  /** The number of times the person has reported a misreading. */
  retakes?: number
  /** Whether the person has agreed to have the next pictures stored for a review. */
  forReview?: boolean
  /**
   * Whether the person cannot look at flashing light and has agreed to have pictures of the recording stored
   * for a review.
   */
  colourFree?: boolean
  document?: {
    kind: DraftKind
    fields: Record<DocumentFieldName, string>
    /**
     * The name as it appears in the machine-readable zone. Used to check a correction. `cut` means that the
     * zone was too short for the full name.
     */
    asRead?: { surname: string; givenNames: string; cut: boolean }
    /** The lines of the machine-readable zone. */
    lines: string[]
    /** A keyed hash in hexadecimal, which identifies the document in other journeys. */
    numberHash: string
    /** A keyed hash of the picture that was read. */
    evidenceHash: string
    refused: DocumentFieldName[]
    reader: string
    /**
     * The merchant whose reviewer has read the document. The document is then valid only for this merchant.
     */
    onlyAt?: number
    /** The wallet of the device that submitted the document. Only this device shows the data. */
    shownOn?: string
    /** The measurements of the face in the document's photo, as written by `serialiseMeasure`. */
    face?: unknown
  }
  /**
   * When the matching faceprint expires, if the face matches a faceprint that belongs to an erased person or
   * a refused face. The person decides whether a reviewer compares the faces.
   */
  reservedUntil?: number
  /** The similar faceprints, if the person can ask for a review of them. */
  lookAlikes?: LookAlike[]
  /**
   * The measurements of a live face that is waiting for a review. They include measurements by previous
   * models for which faceprints are still stored.
   */
  template?: number[]
  templateModel?: string
  formerTemplates?: { model: string; template: number[] }[]
  location?: string
  residence?: { country: string; until: number; holder: string }
  accreditation?: { level: number; until: number }
}
