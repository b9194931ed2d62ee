import { type Html, html } from '../../html.ts'
import type { SideLook } from './side-parts.ts'

/** Parts that share a colour with another are hatched as well, for eyes and printers that see no colours. */
const hatched: ReadonlySet<SideLook> = new Set(['suspected', 'unrecorded', 'issued', 'not-followed'])

/** What fills the drawing of a part, in an `svg` that has its look's class. */
export function partLook(look: SideLook): Html {
  return html`<rect width="100%" height="100%"/>${hatched.has(look) && html`<rect width="100%" height="100%" fill="url(#hatch)"/>`}`
}

/** To be in the page once, wherever parts are drawn. */
export const hatchPattern = html`<svg class="visually-hidden" width="1" height="1" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch-line" d="M1 0v6"/></pattern></defs></svg>`
