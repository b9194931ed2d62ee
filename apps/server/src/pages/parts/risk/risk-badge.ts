import type { RiskExplanation } from '@touchstone/contract'
import { type Html, html } from '../../html.ts'
import type { Piece } from '../../risk-page-model.ts'

export type RiskLevel = RiskExplanation['risk_level']

/** Renders a score with its level. The colour repeats the meaning of the level. */
export function riskBadge({ score, level }: { score: number; level: RiskLevel }): Html {
  return html`<span class="badge ${levelLooks[level]} risk-badge">${score} ${level}</span>`
}

export function levelBadge(level: RiskLevel): Html {
  return html`<span class="badge ${levelLooks[level]} risk-badge">${level}</span>`
}

/** Renders a label's class in the colour of the level to which the class leads. */
export function classBadge(name: Piece['class']): Html {
  return html`<span class="badge ${classLooks[name]} risk-badge">${name}</span>`
}

const levelLooks: Readonly<Record<RiskLevel, string>> = {
  Low: 'badge-low',
  Moderate: 'badge-moderate',
  High: 'badge-high',
  Severe: 'badge-severe',
}

const classLooks: Readonly<Record<Piece['class'], string>> = {
  severe: 'badge-severe',
  suspected: 'badge-severe',
  high: 'badge-high',
  medium: 'badge-moderate',
}
