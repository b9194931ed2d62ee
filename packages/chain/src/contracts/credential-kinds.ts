/** The numbers by which circuits and contracts identify credential kinds. */
export const credentialKinds = { personhood: 1, kyc: 2, address: 3, investor: 4 } as const

export type CredentialKind = keyof typeof credentialKinds
