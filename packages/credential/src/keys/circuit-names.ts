/** The four kinds of proof, by number. On-chain tokens use the same numbers. */
export const circuitIds = { personhood: 1, kyc: 2, address: 3, investor: 4 } as const

export type CircuitName = keyof typeof circuitIds

export const circuitNames: readonly CircuitName[] = ['personhood', 'kyc', 'address', 'investor']

export const sharedSources: readonly string[] = ['credential']
