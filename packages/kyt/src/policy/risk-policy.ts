import { readFileSync } from 'node:fs'
import { type RiskPolicy, riskClasses } from '@touchstone/contract'

export type { RiskPolicy, TaintMethod } from '@touchstone/contract'

/** Worst class first. */
export const riskyClasses = riskClasses
export type RiskyClass = (typeof riskyClasses)[number]

export const directions = ['received', 'sent'] as const
export type Direction = (typeof directions)[number]

/** The default policy. */
export const defaultRiskPolicy: RiskPolicy = JSON.parse(
  readFileSync(new URL('../../policy/risk-policy.json', import.meta.url), 'utf8'),
)

/** The policy members that a merchant overrides. All other members have the values of the base policy. */
export type PolicyOverride = Readonly<Record<string, unknown>>
