import { amountIn, millionths, percent } from '@touchstone/design'
import { type Html, html } from '../../html.ts'
import type { Direction, Piece, RiskPageModel } from '../../risk-page-model.ts'
import { copyButton } from '../copy-button.ts'
import { counted } from './counted.ts'
import { moneyPath } from './money-path.ts'
import { classBadge } from './risk-badge.ts'

/** Maximum number of paths on the page. The API returns all of them. */
const maxShown = 8

/** Renders the paths to risky addresses, largest first. */
export function pieceList(model: RiskPageModel): Html {
  const { explanation } = model
  const pieces = [...explanation.pieces].sort((a, b) => compare(millionths(b.value), millionths(a.value)))
  const more = pieces.length - maxShown
  return html`<section class="section" aria-labelledby="pieces">
<div class="section-head">
<h2 id="pieces">Paths to risky addresses</h2>
${pieces.length > 0 && html`<p class="muted">Largest first. Each row shows the path with the highest value. The arrows point in the direction of the transfers.</p>`}
</div>
<div class="card">
${pieces.length === 0 ? html`<p class="empty muted">${emptyText(model)}</p>` : html`<ul>${pieces.slice(0, maxShown).map((piece) => pieceItem(piece, model))}</ul>`}
${more > 0 && html`<p class="pieces-more muted">And ${counted(more, 'more', 'more')}. The call below returns them all.</p>`}
</div>
</section>`
}

function emptyText({ explanation }: RiskPageModel): string {
  if (!explanation.known) return 'No transfer or label is on record for this address.'
  if (!explanation.exposure_counts) return 'Funds are not traced through a service that pools them.'
  return explanation.coverage.state === 'complete'
    ? 'None of the traced funds came from or went to a risky address.'
    : 'None of the funds that could be traced with the incomplete data came from or went to a risky address.'
}

function pieceItem(piece: Piece, { address, explanation }: RiskPageModel): Html {
  const whole = millionths(explanation[piece.direction].value)
  const value = millionths(piece.value)
  const share = percent(value, whole)
  const isGathered = piece.address === ''
  const name = isGathered ? counted(piece.addresses, 'smaller one') : piece.label
  return html`<li class="piece">
<div class="piece-head">
<h3><span class="piece-direction">${cameOrWent[piece.direction]}</span> ${name}</h3>
<p class="piece-tags">${classBadge(piece.class)}${piece.category !== '' && html`<span class="muted small">${categoryWords(piece.category)}</span>`}${piece.inferred && html`<span class="muted small">inferred</span>`}</p>
<p class="piece-value">${amountIn(explanation.value_unit, value)}</p>
<p class="piece-share muted small">${share} of the funds ${piece.direction}, ${counted(piece.hops, 'hop')} away</p>
</div>
<svg class="share" width="100%" height="8" aria-hidden="true"><rect class="share-all" width="100%" height="100%"/><rect class="part-${piece.class}" width="${widthOf(value, whole)}%" height="100%"/></svg>
${
  !isGathered &&
  html`${moneyPath({ piece, requested: address })}
<dl class="piece-facts small">
<div><dt class="muted">Address</dt><dd><code>${piece.address}</code>${copyButton({ value: piece.address, what: `address of ${piece.label}` })}</dd></div>
<div><dt class="muted">Label from</dt><dd>${piece.label_source}, edition ${piece.label_version}</dd></div>
${piece.incident !== '' && html`<div><dt class="muted">Incident</dt><dd>${piece.incident}</dd></div>`}
</dl>`
}
</li>
`
}

const cameOrWent: Readonly<Record<Direction, string>> = { received: 'Came from', sent: 'Went to' }

function categoryWords(category: string): string {
  return category === 'risk_exchange' ? 'exchange without KYC' : category.replaceAll('_', ' ')
}

function widthOf(value: bigint, whole: bigint): string {
  if (whole <= 0n) return '0'
  const share = Number((value * 100_000n) / whole) / 1000
  return Math.min(100, Math.max(0.4, share)).toFixed(3)
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
