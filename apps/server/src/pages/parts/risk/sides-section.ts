import type { RiskExplanation } from '@touchstone/contract'
import { type Html, html } from '../../html.ts'
import { sideFigure } from './side-figure.ts'
import { sideParts } from './side-parts.ts'

/** Both sides as pictures, or in one sentence why there is none. */
export function sidesSection(explanation: RiskExplanation): Html {
  const isEmpty = (['received', 'sent'] as const).every((side) => sideParts(explanation, side).length === 0)
  return html`<section class="section" aria-labelledby="sides">
<div class="section-head">
<h2 id="sides">Where the money came from, and where it went</h2>
${!isEmpty && html`<p class="muted">Followed transfer by transfer, in the order of time.</p>`}
</div>
${
  isEmpty
    ? html`<div class="card"><p class="empty muted">${emptyText(explanation)}</p></div>`
    : html`<div class="card sides">
${sideFigure(explanation, 'received')}
${sideFigure(explanation, 'sent')}
</div>`
}
</section>`
}

function emptyText({ known, exposure_counts: counts }: RiskExplanation): string {
  if (!known) return 'It never received or sent anything.'
  if (!counts) return "It pools its users' money, and is not judged by whose money passes through it."
  return 'No transfer of it is on record.'
}
