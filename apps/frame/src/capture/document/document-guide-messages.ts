import type { CaptureGuidance } from '@touchstone/documents/guidance'

export type DocumentPicture = { width: number; height: number; data: Uint8ClampedArray }

export type DocumentSeen = Pick<CaptureGuidance, 'ready' | 'zone'> & {
  /** The hint for the most serious problem in the frame. */
  hint?: CaptureGuidance['hints'][number]['code']
}

export type DocumentAnswer = { kind: 'seen'; seen: DocumentSeen } | { kind: 'failed' }
