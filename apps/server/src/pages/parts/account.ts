import { identicon } from '@touchstone/design'
import { type Html, html } from '../html.ts'
import { shortened } from './shortened.ts'

const longestShownWhole = 28

/**
 * Renders an account with its identicon. A long account, such as an address, is shortened, and its tooltip
 * shows the full text.
 */
export function account(value: string): Html {
  const { strong, faint } = identicon(value)
  const picture = html`<svg class="identicon" viewBox="-1 -1 7 7" fill="currentColor" shape-rendering="crispEdges" aria-hidden="true"><path d="${strong}"/><path fill-opacity="0.4" d="${faint}"/></svg>`
  const isShortened = value.length > longestShownWhole && !value.includes('@')
  if (!isShortened) return html`<span class="address">${picture}<code>${value}</code></span>`
  return html`<span class="address" title="${value}">${picture}${shortened(value)}</span>`
}
