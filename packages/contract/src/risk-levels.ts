/** Risk levels, from lowest to highest. */
export const riskLevels = ['Low', 'Moderate', 'High', 'Severe'] as const
/** Risk level of an address or a transaction. */
export type RiskLevel = (typeof riskLevels)[number]

/** How much of the history of an address, or of a transaction's network, is in the ledger. */
export const coverageStates = ['complete', 'partial', 'none'] as const
export type CoverageState = (typeof coverageStates)[number]
