import { type Html, html } from '../html.ts'
import { icon } from './icon.ts'

/**
 * Renders a copy button. It stays hidden until `assets/start-page.js` enables it, but its space is reserved.
 * The button contains the value, so that shortened or wrapped text is copied in full.
 */
export function copyButton({ value, what }: { value: string; what: string }): Html {
  return html`<button class="button button-quiet copy" type="button" value="${value}" data-copies="${what}" aria-label="Copy ${what}" title="Copy"><span class="copy-before">${icon('copy')}</span><span class="copy-after">${icon('check')}</span></button>`
}

/** Renders a copy button with a text label, for the main value of a page. */
export function wideCopyButton({ value, what }: { value: string; what: string }): Html {
  return html`<button class="button button-primary copy" type="button" value="${value}" data-copies="${what}"><span class="copy-before">${icon('copy')}Copy ${what}</span><span class="copy-after">${icon('check')}Copied</span></button>`
}
