import { type Html, html } from '../../html.ts'
import type { Piece, PieceStep } from '../../risk-page-model.ts'
import { account } from '../account.ts'
import { icon } from '../icon.ts'
import { shortened } from '../shortened.ts'
import { type Stop, type Swap, wayOf } from './way-of.ts'

/** The way of the money from hand to hand, drawn and read in the direction in which it went. */
export function way({ piece, asked }: { piece: Piece; asked: string }): Html {
  return html`<ol class="way" aria-label="The way of the money">
${wayOf(piece, asked).map((stop) => wayStop(stop, piece.label))}
</ol>`
}

function wayStop({ address, role, swaps, arrival }: Stop, label: string): Html {
  const look = role === 'between' ? 'stop' : `stop stop-${role}`
  const name = role === 'asked' ? 'Asked about' : role === 'labelled' ? label : ''
  return html`<li class="way-stop">${arrival !== undefined && move(arrival)}<div class="${look}">
${account(address)}
${name !== '' && html`<span class="stop-name">${name}</span>`}
${swaps.map(swap)}
</div></li>
`
}

function move(step: PieceStep): Html {
  return html`<div class="move">
<span>${step.coin}${step.tx === '' ? html`, all dealings together` : html`, ${moment(step.time)}`}</span>
<span class="move-arrow">${icon('arrow')}</span>
${step.tx !== '' && html`<span title="Transaction ${step.tx}"><span class="visually-hidden">Transaction </span>${shortened(step.tx)}</span>`}
${step.through !== '' && html`<span class="move-through" title="${step.through}">${icon('through', 'small')}<span>through a service</span> ${shortened(step.through)}</span>`}
<span class="visually-hidden">to</span>
</div>`
}

function swap({ given, got, step }: Swap): Html {
  const coins = [given !== '' && `${given}`, got !== '' && `for ${got}`].filter((text) => text !== false)
  return html`<span class="stop-swap" title="${step.through}">${icon('swap', 'small')}<span>swapped ${coins.join(' ')}</span>${step.through !== '' && html` <span>at</span> ${shortened(step.through)}`}</span>`
}

/** The day; the second to whoever hovers over it. The server knows no reader's clock, so both are in UTC. */
function moment(seconds: number): Html {
  const iso = new Date(seconds * 1000).toISOString()
  return html`<time datetime="${iso}" title="${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC">${iso.slice(0, 10)}</time>`
}
