import { type Html, html } from '../html.ts'
import { wideCopyButton } from './copy-button.ts'

/** A command that works when it is pasted into a terminal. */
export function callCard({ curl, what }: { curl: string; what: string }): Html {
  return html`<div class="card first-call">
<pre><code>${breakable(curl)}</code></pre>
${wideCopyButton({ value: curl, what })}
</div>`
}

/** A narrow screen may break the body after a comma, rather than in a key. What is selected and copied stays as it is. */
function breakable(curl: string): Html[] {
  return curl.split(/(?<=,)(?=\S)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)
}
