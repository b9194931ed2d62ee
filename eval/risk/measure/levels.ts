import type { Scored } from './ask-score.ts'

export function isModerate(scored: Scored | undefined): boolean {
  return scored !== undefined && scored.level !== 'Low'
}

export function isHigh(scored: Scored | undefined): boolean {
  return scored?.level === 'High' || scored?.level === 'Severe'
}
