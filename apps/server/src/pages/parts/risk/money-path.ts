import { type Html, html } from '../../html.ts'
import type { Piece, PieceStep } from '../../risk-page-model.ts'
import { account } from '../account.ts'
import { icon } from '../icon.ts'
import { shortened } from '../shortened.ts'
import { pathStops, type Stop, type Swap } from './path-stops.ts'

/** Renders the path of the funds from address to address, in the direction in which they moved. */
export function moneyPath({ piece, requested }: { piece: Piece; requested: string }): Html {
  return html`<ol class="path" aria-label="Path of the funds">
${pathStops(piece, requested).map((stop) => pathStop(stop, piece.label))}
</ol>`
}

function pathStop({ address, role, swaps, arrival }: Stop, label: string): Html {
  const look = role === 'between' ? 'stop' : `stop stop-${role}`
  const name = role === 'requested' ? 'Requested address' : role === 'labelled' ? label : ''
  return html`<li class="path-stop">${arrival !== undefined && move(arrival)}<div class="${look}">
${account(address)}
${name !== '' && html`<span class="stop-name">${name}</span>`}
${swaps.map(swap)}
</div></li>
`
}

function move(step: PieceStep): Html {
  return html`<div class="move">
<span>${step.coin}${step.tx === '' ? html`, all transfers combined` : html`, ${moment(step.time)}`}</span>
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

/** Renders the date, with the exact time as a tooltip. Both are in UTC, because the server does not know the reader’s time zone. */
function moment(seconds: number): Html {
  const iso = new Date(seconds * 1000).toISOString()
  return html`<time datetime="${iso}" title="${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC">${iso.slice(0, 10)}</time>`
}
