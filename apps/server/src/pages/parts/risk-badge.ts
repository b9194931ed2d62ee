import type { CoverageState, RiskScore } from '@touchstone/contract'
import { type ShownLevel, shownLevel } from '@touchstone/design'
import { type Html, html } from '../html.ts'

type RiskLevel = RiskScore['risk_level']

/**
 * Renders a score with its level. The colour repeats the meaning of the level. If the history is incomplete, a
 * low level is not called just "Low".
 */
export function riskBadge({
  score,
  level,
  coverage,
}: {
  score: number
  level: RiskLevel
  coverage: CoverageState
}): Html {
  const shown = shownLevel(level, coverage)
  const name = shown === 'LowSoFar' || shown === 'NoData' ? shownNames[shown] : shown
  return html`<span class="badge${looks[shown]} risk-badge">${shown === 'NoData' ? name : `${score} ${name}`}</span>`
}

const shownNames = { LowSoFar: 'Low so far', NoData: 'No data' } as const

const looks: Readonly<Record<ShownLevel<RiskLevel>, string>> = {
  LowSoFar: '',
  NoData: '',
  Low: ' badge-low',
  Moderate: ' badge-moderate',
  High: ' badge-high',
  Severe: ' badge-severe',
}
