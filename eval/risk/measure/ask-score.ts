import type { RiskLevel } from '@touchstone/contract'
import { getRiskScore, type KytReader, type RiskPolicy } from '@touchstone/kyt'
import { coin } from '../cases/laundering-case.ts'

export type Scored = { readonly score: number; readonly level: RiskLevel }

/** Requests the score to be evaluated, with the same query that a merchant would send. */
export async function askScore(reader: KytReader, address: string, policy: RiskPolicy): Promise<Scored> {
  const { score, risk_level: level } = await getRiskScore(reader, { coin, address }, policy)
  return { score, level }
}

export function isModerate(scored: Scored | undefined): boolean {
  return scored !== undefined && scored.level !== 'Low'
}

export function isHigh(scored: Scored | undefined): boolean {
  return scored?.level === 'High' || scored?.level === 'Severe'
}
