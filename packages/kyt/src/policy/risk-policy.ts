import { readFileSync } from 'node:fs'
import { type RiskPolicy, riskClasses } from '@touchstone/contract'

export type { RiskPolicy, TaintMethod } from '@touchstone/contract'

/** The worst first. */
export const riskyClasses = riskClasses
export type RiskyClass = (typeof riskyClasses)[number]

export const directions = ['received', 'sent'] as const
export type Direction = (typeof directions)[number]

/** The policy that comes with the service. */
export const defaultRiskPolicy: RiskPolicy = JSON.parse(
  readFileSync(new URL('../../policy/risk-policy.json', import.meta.url), 'utf8'),
)

/** Members of a policy that a merchant has otherwise; each member that is not named stays as it is for everybody. */
export type PolicyOverride = Readonly<Record<string, unknown>>
