import { type Html, html } from '../html.ts'
import { type IconName, icon } from './icon.ts'

/**
 * Only an outcome has a colour. `OCR Passed` is a step on the way and stays grey, or it would look like the end.
 */
export function statusBadge(status: string): Html {
  const { classes, symbol } = lookOf(status)
  return html`<span class="${classes}">${icon(symbol, 'small')}${status}</span>`
}

function lookOf(status: string): { classes: string; symbol: IconName } {
  if (/^(KYC|Verification|PoAI) Passed$/.test(status))
    return { classes: 'badge badge-passed', symbol: 'check' }
  if (/^(Verification|PoAI) Failed$/.test(status)) return { classes: 'badge badge-failed', symbol: 'cross' }
  return { classes: 'badge', symbol: status === 'Not Started' ? 'not-begun' : 'under-way' }
}
