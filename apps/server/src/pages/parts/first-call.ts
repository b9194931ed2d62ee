import { type Html, html } from '../html.ts'
import { callCard } from './call-card.ts'

export function firstCall({ curl }: { curl: string }): Html {
  return html`<section class="section" aria-labelledby="first-call">
<div class="section-head">
<h2 id="first-call">Make the first call</h2>
<p class="muted">Paste this into a terminal. It carries the demo key and works as it stands.</p>
</div>
${callCard({ curl, what: 'the call' })}
</section>`
}
