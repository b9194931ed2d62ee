export type Sizes = { proofs: number; verifySeconds: number }

export const fullSizes: Sizes = { proofs: 10, verifySeconds: 10 }
export const quickSizes: Sizes = { proofs: 2, verifySeconds: 2 }
