import { type Html, html } from '../../html.ts'
import type { SideLook } from './side-parts.ts'

/**
 * These looks have the same colour as another look, so they are hatched to remain distinguishable.
 */
const hatched: ReadonlySet<SideLook> = new Set(['suspected', 'unrecorded', 'issued', 'not-followed'])

/** Returns the fill of a part, for an `svg` element that has the class of the part's look. */
export function partLook(look: SideLook): Html {
  return html`<rect width="100%" height="100%"/>${hatched.has(look) && html`<rect width="100%" height="100%" fill="url(#hatch)"/>`}`
}

/** The definition of the hatch pattern. A page that draws parts must include it once. */
export const hatchPattern = html`<svg class="visually-hidden" width="1" height="1" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch-line" d="M1 0v6"/></pattern></defs></svg>`
