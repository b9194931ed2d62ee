/** Screens for failed or interrupted verifications. Each screen explains what to do next. */
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
  'program-unavailable',
  'token-expired',
  'wrong-parameter',
  'page-refused',
  'connection-lost',
  'unsupported-browser',
] as const

/** Name of a failure screen. */
export type FailureScreen = (typeof failureScreens)[number]
