export type Sizes = { pages: number; kept: number }

export const fullSizes: Sizes = { pages: 30, kept: 40 }
export const quickSizes: Sizes = { pages: 5, kept: 8 }
