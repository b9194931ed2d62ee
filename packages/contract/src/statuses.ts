/** The four kinds of credential a program can ask for. */
export const programKinds = ['KYC', 'MeID', 'PoA', 'PoAI'] as const
export type ProgramKind = (typeof programKinds)[number]

export const mintModes = ['cross-chain', 'on-chain-mint', 'on-chain-transactional'] as const
export type MintMode = (typeof mintModes)[number]

export const usersListStatuses = [
  'Verification Started',
  'OCR Passed',
  'Liveness Checked',
  'ZKP Generated',
  'SBT Minted',
  'OnChain Minted',
  'KYC Passed',
  'Verification Failed',
] as const

export const kycStatuses = ['Not Started', ...usersListStatuses] as const

export const addressProofStatuses = [
  'Not Started',
  'Verification Started',
  'OCR Passed',
  'ZKP Generated',
  'SBT Minted',
  'Verification Passed',
  'Verification Failed',
] as const

export const accreditedInvestorStatuses = [
  'Verification Started',
  'Data Retrieved',
  'ZKP Generated',
  'SBT Minted',
  'OnChain Minted',
  'PoAI Passed',
  'PoAI Failed',
] as const

export type KycStatus = (typeof kycStatuses)[number]
export type UsersListStatus = (typeof usersListStatuses)[number]
export type AddressProofStatus = (typeof addressProofStatuses)[number]
export type AccreditedInvestorStatus = (typeof accreditedInvestorStatuses)[number]
