import type { FailureScreen } from '@touchstone/contract'
import type { IconName } from '../parts/icon.tsx'

export const failureIcons: Record<FailureScreen, IconName> = {
  'camera-denied': 'camera',
  'no-camera': 'camera',
  'face-recognition': 'face',
  'existing-faceprint': 'face',
  'faceprint-server': 'clock',
  'slow-line': 'plug',
  unknown: 'alert',
  ocr: 'document',
  'face-mismatch': 'face',
  'faceprint-mismatch': 'face',
  'not-eligible': 'shield',
  'location-denied': 'pin',
  'address-proof': 'home',
  'investor-statement': 'bank',
  'approval-failed': 'wallet',
  'domain-not-allowed': 'window',
  'program-not-active': 'window',
  'program-unavailable': 'plug',
  'token-expired': 'clock',
  'wrong-parameter': 'window',
  'page-refused': 'window',
  'connection-lost': 'plug',
  'unsupported-browser': 'window',
}
