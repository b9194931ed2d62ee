/** The statuses in which a journey of any kind has ended. */
export const endedStatuses = [
  'KYC Passed',
  'Verification Passed',
  'PoAI Passed',
  'Verification Failed',
  'PoAI Failed',
] as const
