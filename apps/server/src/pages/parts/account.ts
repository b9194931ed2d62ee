import { identicon } from '@touchstone/design'
import { type Html, html } from '../html.ts'

const shownAtTheEnd = 6
const longestShownWhole = 28

/**
 * An account with its identicon. A long one (an address) is shortened in the middle, by the stylesheet alone: the
 * page holds all of it, for whoever selects it, hovers over it or listens to it.
 */
export function account(value: string): Html {
  const { strong, faint } = identicon(value)
  const picture = html`<svg class="identicon" viewBox="-1 -1 7 7" fill="currentColor" shape-rendering="crispEdges" aria-hidden="true"><path d="${strong}"/><path fill-opacity="0.4" d="${faint}"/></svg>`
  const isShortened = value.length > longestShownWhole && !value.includes('@')
  if (!isShortened) return html`<span class="address">${picture}<code>${value}</code></span>`
  const start = value.slice(0, -shownAtTheEnd)
  const end = value.slice(-shownAtTheEnd)
  return html`<span class="address" title="${value}">${picture}<code class="address-short"><span class="address-start">${start}</span>${end}</code></span>`
}
