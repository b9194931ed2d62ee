import { type Html, html } from '../html.ts'

const shownAtTheEnd = 6

/**
 * Renders an address or hash that CSS shortens in the middle. The page contains the full text for selection,
 * screen readers and printing.
 */
export function shortened(value: string): Html {
  const start = value.slice(0, -shownAtTheEnd)
  const end = value.slice(-shownAtTheEnd)
  return html`<code class="address-short"><span class="address-start">${start}</span>${end}</code>`
}
