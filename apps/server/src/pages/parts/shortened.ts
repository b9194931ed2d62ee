import { type Html, html } from '../html.ts'

const shownAtTheEnd = 6

/**
 * An address or a hash, shortened in the middle by the stylesheet alone: the page holds all of it, for whoever selects
 * it, listens to it or prints it.
 */
export function shortened(value: string): Html {
  const start = value.slice(0, -shownAtTheEnd)
  const end = value.slice(-shownAtTheEnd)
  return html`<code class="address-short"><span class="address-start">${start}</span>${end}</code>`
}
