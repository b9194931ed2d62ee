import { type Html, html } from '../html.ts'
import { wideCopyButton } from './copy-button.ts'

/** Renders a command that can be pasted into a terminal. */
export function callCard({ curl, what }: { curl: string; what: string }): Html {
  return html`<div class="card first-call">
<pre><code>${breakable(curl)}</code></pre>
${wideCopyButton({ value: curl, what })}
</div>`
}

/**
 * Allows line breaks after commas in the body, so that keys are not broken on narrow screens. Selecting and
 * copying the text adds no extra characters.
 */
function breakable(curl: string): Html[] {
  return curl.split(/(?<=,)(?=\S)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)
}
