import type { CoverageState, RiskExplanation } from '@touchstone/contract'
import { type ShownLevel, shownLevel } from '@touchstone/design'
import { type Html, html } from '../../html.ts'
import type { Piece } from '../../risk-page-model.ts'

export type RiskLevel = RiskExplanation['risk_level']

/** Renders a score with its level. The colour repeats the meaning of the level. */
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
  const text = shown === 'NoData' ? shownNames.NoData : `${score} ${nameOf(shown)}`
  return html`<span class="badge${looks[shown]} risk-badge">${text}</span>`
}

export function levelBadge(level: RiskLevel, coverage: CoverageState): Html {
  const shown = shownLevel(level, coverage)
  return html`<span class="badge${looks[shown]} risk-badge">${nameOf(shown)}</span>`
}

const shownNames = { LowSoFar: 'Low so far', NoData: 'No data' } as const

/**
 * Returns the name that pages show for a level. If the history is incomplete, a low level is not called just
 * "Low".
 */
export function nameOf(shown: ShownLevel<RiskLevel>): string {
  return shown === 'LowSoFar' || shown === 'NoData' ? shownNames[shown] : shown
}

/** Renders a label's class in the colour of the level that the class leads to. */
export function classBadge(name: Piece['class']): Html {
  return html`<span class="badge ${classLooks[name]} risk-badge">${name}</span>`
}

const looks: Readonly<Record<ShownLevel<RiskLevel>, string>> = {
  LowSoFar: '',
  NoData: '',
  Low: ' badge-low',
  Moderate: ' badge-moderate',
  High: ' badge-high',
  Severe: ' badge-severe',
}

const classLooks: Readonly<Record<Piece['class'], string>> = {
  severe: 'badge-severe',
  suspected: 'badge-severe',
  high: 'badge-high',
  medium: 'badge-moderate',
}
