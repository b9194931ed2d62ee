import { type Html, html } from '../../html.ts'
import type { SideLook } from './side-parts.ts'

/** Looks that share a colour with another look are also hatched, for readers and printers without colour. */
const hatched: ReadonlySet<SideLook> = new Set(['suspected', 'unrecorded', 'issued', 'not-followed'])

/** Returns the fill of a part, for an `svg` element with the class of its look. */
export function partLook(look: SideLook): Html {
  return html`<rect width="100%" height="100%"/>${hatched.has(look) && html`<rect width="100%" height="100%" fill="url(#hatch)"/>`}`
}

/** Pattern definitions. A page that draws parts must include them once. */
export const hatchPattern = html`<svg class="visually-hidden" width="1" height="1" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch-line" d="M1 0v6"/></pattern></defs></svg>`
