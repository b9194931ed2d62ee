import type { RiskExplanation } from '@touchstone/contract'
import { amount, amountIn, millionths, percent } from '@touchstone/design'
import { type Html, html } from '../../html.ts'
import type { Direction } from '../../risk-page-model.ts'
import { partLook } from './part-look.ts'
import { type SideLook, type SidePart, sideParts } from './side-parts.ts'

/** Minimum width of a part in percent, so that a small amount of stolen funds stays visible. */
const leastWidth = 0.6

/** Renders the funds received or sent as a stacked bar. The table below is also its legend. */
export function sideFigure(explanation: RiskExplanation, direction: Direction): Html {
  const { value, returned, inferred } = explanation[direction]
  const { value_unit: unit } = explanation
  const whole = millionths(value)
  const parts = sideParts(explanation, direction)
  const cameBack = millionths(returned)
  const inferredValue = millionths(inferred)
  return html`<section class="side" aria-labelledby="side-${direction}">
<h3 id="side-${direction}">${titles[direction]}${parts.length > 0 && html` <span class="side-whole">${amountIn(unit, whole)}</span>`}</h3>
${
  parts.length === 0
    ? html`<p class="muted small">No ${direction} transfer is on record.</p>`
    : html`${stackedBar(parts)}
${partsTable({ parts, whole, unit, direction })}`
}
${sumOf(parts) > whole && html`<p class="muted small">The parts add up to more than the whole, because this method can assign the same funds to several classes.</p>`}
${inferredValue > 0n && html`<p class="muted small">${percent(inferredValue, whole)} exceeded the recorded balance of an address on the path. The origin of this share is inferred from the address’s recorded inflow.</p>`}
${cameBack > 0n && html`<p class="muted small">${amountIn(unit, cameBack)} more came back to the address itself. This amount is counted neither as received nor as sent.</p>`}
</section>`
}

const titles: Readonly<Record<Direction, string>> = { received: 'Received', sent: 'Sent' }

function stackedBar(parts: readonly SidePart[]): Html {
  const sum = sumOf(parts)
  // Untraced funds look the same whatever the reason, and are drawn as one part.
  const byLook = new Map<SideLook, bigint>()
  for (const { look, value } of parts) byLook.set(look, (byLook.get(look) ?? 0n) + value)
  const widths = [...byLook].map(([look, value]) => ({
    look,
    width: Math.max(leastWidth, Number((value * 100_000n) / sum) / 1000),
  }))
  const total = widths.reduce((all, { width }) => all + width, 0)
  let x = 0
  const pieces = widths.map(({ look, width }) => {
    const from = x
    x += (width / total) * 100
    return html`<svg class="part part-${look}" x="${from.toFixed(3)}%" width="${(x - from).toFixed(3)}%" height="100%">${partLook(look)}</svg>`
  })
  return html`<svg class="stacked" width="100%" height="20" aria-hidden="true">${pieces}</svg>`
}

function partsTable(of: {
  parts: readonly SidePart[]
  whole: bigint
  unit: string
  direction: Direction
}): Html {
  const rows = of.parts.map(
    ({ name, look, value }) =>
      html`<tr><th scope="row"><span class="part-name"><svg class="swatch part-${look}" aria-hidden="true">${partLook(look)}</svg>${name}</span></th><td class="number">${amount(value)}</td><td class="number">${percent(value, of.whole)}</td></tr>
`,
  )
  return html`<table class="parts" aria-labelledby="side-${of.direction}">
<thead class="visually-hidden"><tr><th scope="col">Part</th><th scope="col">${of.unit}</th><th scope="col">Share</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>`
}

function sumOf(parts: readonly SidePart[]): bigint {
  return parts.reduce((sum, { value }) => sum + value, 0n)
}
