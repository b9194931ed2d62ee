/** Kinds of credential that a program can issue. */
export const programKinds = ['KYC', 'MeID', 'PoA', 'PoAI'] as const
/** Kind of credential that a program issues. */
export type ProgramKind = (typeof programKinds)[number]

/** Modes of issuing the credential's token on a chain. */
export const mintModes = ['cross-chain', 'on-chain-mint', 'on-chain-transactional'] as const
/** How the credential's token is issued on a chain. */
export type MintMode = (typeof mintModes)[number]

/** Statuses in the list of users, in the order in which they occur in a verification. */
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

/** Statuses of a KYC result. */
export const kycStatuses = ['Not Started', ...usersListStatuses] as const

/** Statuses of an address-proof result. */
export const addressProofStatuses = [
  'Not Started',
  'Verification Started',
  'OCR Passed',
  'ZKP Generated',
  'SBT Minted',
  'Verification Passed',
  'Verification Failed',
] as const

/** Statuses of an accredited-investor result. */
export const accreditedInvestorStatuses = [
  'Verification Started',
  'Data Retrieved',
  'ZKP Generated',
  'SBT Minted',
  'OnChain Minted',
  'PoAI Passed',
  'PoAI Failed',
] as const

/** Status of a KYC result. */
export type KycStatus = (typeof kycStatuses)[number]
/** Status in the list of users. */
export type UsersListStatus = (typeof usersListStatuses)[number]
/** Status of an address-proof result. */
export type AddressProofStatus = (typeof addressProofStatuses)[number]
/** Status of an accredited-investor result. */
export type AccreditedInvestorStatus = (typeof accreditedInvestorStatuses)[number]
