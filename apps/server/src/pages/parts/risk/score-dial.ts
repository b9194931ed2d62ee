import type { RiskExplanation } from '@touchstone/contract'
import { dialArc, dialPoint } from '@touchstone/design'
import { type Html, html } from '../../html.ts'
import { levelBadge } from './risk-badge.ts'

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
  const [x, y] = dialPoint(score)
  return html`<div class="score">
<svg class="dial" viewBox="0 0 120 70" aria-hidden="true">
${bands.map(({ look, from, to }) => to - gap > from && html`<path class="dial-band ${look}" d="${dialArc(from, to - gap)}"/>`)}
<circle class="dial-mark" cx="${x}" cy="${y}" r="6"/>
</svg>
<p class="score-value"><span class="visually-hidden">Risk score: </span><span class="score-number">${score}</span><span class="score-of"> of 100</span></p>
<p class="score-level">${levelBadge(level)}</p>
</div>`
}
