import type { RiskExplanation } from '@touchstone/contract'
import { exactAmount } from '@touchstone/design'
import { type Html, html } from '../../html.ts'
import type { Direction, ExplainedClass } from '../../risk-page-model.ts'
import { classBadge } from './risk-badge.ts'

/** Renders the calculation of the score as a table. The columns are the terms in docs/methodology.md. */
export function formulaTable(explanation: RiskExplanation): Html {
  const { value_unit: unit, received, sent } = explanation
  const sides: readonly [Direction, typeof received][] = [
    ['received', received],
    ['sent', sent],
  ]
  const rows = sides.flatMap(([direction, { classes }]) => classes.map((one) => row(direction, one)))
  const points = sides.flatMap(([direction, { classes, points }]) =>
    classes.length === 0 ? [] : [html`${sideWords[direction]} adds ${exactAmount(points)} points.  `],
  )
  return html`<section class="section" aria-labelledby="formula">
<div class="section-head">
<h2 id="formula">The formula</h2>
<p class="muted">Points = weight × decay × root, where root = √(within ÷ of). “Within” and “of” are in ${unit}.</p>
</div>
<div class="card">
${
  rows.length === 0
    ? html`<p class="empty muted">No tainted funds, so no points.</p>`
    : html`<table class="formula" aria-labelledby="formula">
<thead><tr><th scope="col">Side</th><th scope="col">Class</th>${columns.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>
${rows}
</tbody>
</table>`
}
</div>
<p>${points}${explanation.reasons.at(-1)}</p>
</section>`
}

const sideWords: Readonly<Record<Direction, string>> = { received: 'Received', sent: 'Sent' }

const columns: readonly { name: string; of: (one: ExplainedClass) => string }[] = [
  { name: 'Hops', of: ({ hops }) => String(hops) },
  { name: 'Within', of: ({ within }) => exactAmount(within) },
  { name: 'Of', of: ({ of }) => exactAmount(of) },
  { name: 'Root', of: ({ root }) => root },
  { name: 'Weight', of: ({ weight }) => String(weight) },
  { name: 'Decay', of: ({ decay }) => decay },
  { name: 'Points', of: ({ points }) => points },
]

function row(direction: Direction, one: ExplainedClass): Html {
  const cells = columns.map(({ name, of }) => html`<td class="number" data-column="${name}">${of(one)}</td>`)
  return html`<tr><th scope="row">${sideWords[direction]}</th><td>${classBadge(one.class)}${one.dust && html` <span class="muted">dust</span>`}</td>${cells}</tr>
`
}
