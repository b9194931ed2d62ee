/** Risk levels, from lowest to highest. */
export const riskLevels = ['Low', 'Moderate', 'High', 'Severe'] as const
/** Risk level of an address or a transaction. */
export type RiskLevel = (typeof riskLevels)[number]

/** How much of the history of an address, or of a transaction's network, is in the ledger. */
export const coverageStates = ['complete', 'partial', 'none'] as const
export type CoverageState = (typeof coverageStates)[number]

/** A merchant's decisions on an address or a transaction, from least to most strict. */
export const riskDecisions = ['allow', 'monitor', 'investigate', 'prohibit'] as const
export type RiskDecision = (typeof riskDecisions)[number]

/** The operation that the risk level guide suggests, or null if there is no data for a suggestion. */
export function suggestedDecision(level: RiskLevel, coverage: CoverageState): RiskDecision | null {
  // A low score without data says nothing.
  if (level === 'Low' && coverage === 'none') return null
  return suggestions[level]
}

const suggestions: Readonly<Record<RiskLevel, RiskDecision>> = {
  Low: 'allow',
  Moderate: 'monitor',
  High: 'investigate',
  Severe: 'prohibit',
}
