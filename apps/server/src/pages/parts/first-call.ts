import { type Html, html } from '../html.ts'
import { wideCopyButton } from './copy-button.ts'

export function firstCall({ curl }: { curl: string }): Html {
  return html`<section class="section" aria-labelledby="first-call">
<div class="section-head">
<h2 id="first-call">Make the first call</h2>
<p class="muted">Paste this into a terminal. It carries the demo key and works as it stands.</p>
</div>
<div class="card first-call">
<pre><code>${breakable(curl)}</code></pre>
${wideCopyButton({ value: curl, what: 'the call' })}
</div>
</section>`
}

/** A narrow screen may break the body after a comma, rather than in a key. What is selected and copied stays as it is. */
function breakable(curl: string): Html[] {
  return curl.split(/(?<=,)(?=\S)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)
}
