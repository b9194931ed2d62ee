export type Sizes = { proofs: number; verifySeconds: number }

export const fullSizes: Sizes = { proofs: 6, verifySeconds: 10 }
export const quickSizes: Sizes = { proofs: 2, verifySeconds: 2 }
