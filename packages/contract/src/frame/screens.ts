/** The screens of outcomes that are not the way itself. Each can be met, and each says what to do next. */
export const failureScreens = [
  'camera-denied',
  'no-camera',
  'face-recognition',
  'existing-faceprint',
  'faceprint-server',
  'slow-line',
  'unknown',
  'ocr',
  'face-mismatch',
  'faceprint-mismatch',
  'not-eligible',
  'location-denied',
  'address-proof',
  'investor-statement',
  'approval-failed',
  'domain-not-allowed',
  'program-not-active',
  'token-expired',
  'wrong-parameter',
  'page-refused',
  'connection-lost',
  'unsupported-browser',
] as const

export type FailureScreen = (typeof failureScreens)[number]
