/** The kinds of verification, as the circuits number them and as the contracts store them. */
export const credentialKinds = { personhood: 1, kyc: 2, address: 3, investor: 4 } as const

export type CredentialKind = keyof typeof credentialKinds
