import type { PeoplePage } from '@touchstone/contract'

type Status = PeoplePage['people'][number]['status']

/** In the order in which people come to them. Said again, for the contract's file would bring its schemas along. */
export const statuses = [
  'Verification Started',
  'OCR Passed',
  'Data Retrieved',
  'Liveness Checked',
  'ZKP Generated',
  'SBT Minted',
  'OnChain Minted',
  'KYC Passed',
  'Verification Passed',
  'PoAI Passed',
  'Verification Failed',
  'PoAI Failed',
] as const satisfies readonly Status[]
