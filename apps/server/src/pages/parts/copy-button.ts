import { type Html, html } from '../html.ts'
import { icon } from './icon.ts'

/**
 * A button that `assets/start-page.js` wakes up; until then its place is kept and it is not shown. The value is
 * carried by the button, so that a shortened or wrapped text is copied whole.
 */
export function copyButton({ value, what }: { value: string; what: string }): Html {
  return html`<button class="button button-quiet copy" type="button" value="${value}" data-copies="${what}" aria-label="Copy ${what}" title="Copy"><span class="copy-before">${icon('copy')}</span><span class="copy-after">${icon('check')}</span></button>`
}

/** The same with words, for the one thing that a page is about. */
export function wideCopyButton({ value, what }: { value: string; what: string }): Html {
  return html`<button class="button button-primary copy" type="button" value="${value}" data-copies="${what}"><span class="copy-before">${icon('copy')}Copy ${what}</span><span class="copy-after">${icon('check')}Copied</span></button>`
}
