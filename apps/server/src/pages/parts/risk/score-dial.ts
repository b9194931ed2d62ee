import type { RiskExplanation } from '@touchstone/contract'
import { type Html, html } from '../../html.ts'
import { levelBadge } from './risk-badge.ts'

const radius = 50
const centre = 60
/** Between two bands, in points of the score. */
const gap = 1.2

/** The score among the four bands of its policy. */
export function scoreDial({
  score,
  risk_level: level,
  policy,
}: Pick<RiskExplanation, 'score' | 'risk_level' | 'policy'>): Html {
  const { moderate, high, severe } = policy.levels
  const bands = [
    { look: 'dial-low', from: 0, to: moderate },
    { look: 'dial-moderate', from: moderate, to: high },
    { look: 'dial-high', from: high, to: severe },
    { look: 'dial-severe', from: severe, to: 100 + gap },
  ]
  const [x, y] = pointAt(score)
  return html`<div class="score">
<svg class="dial" viewBox="0 0 120 70" aria-hidden="true">
${bands.map(({ look, from, to }) => to - gap > from && html`<path class="dial-band ${look}" d="${arc(from, to - gap)}"/>`)}
<circle class="dial-mark" cx="${x}" cy="${y}" r="6"/>
</svg>
<p class="score-value"><span class="visually-hidden">Risk score: </span><span class="score-number">${score}</span><span class="score-of"> of 100</span></p>
<p class="score-level">${levelBadge(level)}</p>
</div>`
}

function arc(from: number, to: number): string {
  const [x, y] = pointAt(from)
  const [endX, endY] = pointAt(to)
  return `M${x} ${y}A${radius} ${radius} 0 0 1 ${endX} ${endY}`
}

/** From the left end of a half circle to the right one. */
function pointAt(score: number): [x: string, y: string] {
  const angle = (Math.PI * score) / 100
  return [(centre - radius * Math.cos(angle)).toFixed(2), (centre - radius * Math.sin(angle)).toFixed(2)]
}
