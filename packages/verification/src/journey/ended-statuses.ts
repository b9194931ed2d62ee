/** Where a journey of any kind has come to its end. */
export const endedStatuses = [
  'KYC Passed',
  'Verification Passed',
  'PoAI Passed',
  'Verification Failed',
  'PoAI Failed',
] as const
