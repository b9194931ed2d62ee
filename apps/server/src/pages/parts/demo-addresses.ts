import { type Html, html } from '../html.ts'
import { riskPagePath } from '../risk-page-path.ts'
import type { DemoAddress, StartPageDemo } from '../start-page-model.ts'
import { account } from './account.ts'
import { callCard } from './call-card.ts'
import { copyButton } from './copy-button.ts'
import { riskBadge } from './risk/risk-badge.ts'

export function demoAddresses({
  addresses,
  scoreCurl,
}: Pick<StartPageDemo, 'addresses' | 'scoreCurl'>): Html {
  return html`<section class="section" aria-labelledby="addresses">
<div class="section-head">
<h2 id="addresses">Ask about an address</h2>
<p class="muted">This asks how risky a thief of the demo ledger is. Put in another coin and address to ask about the others, or open one to see why it scores as it does.</p>
</div>
${callCard({ curl: scoreCurl, what: 'the call about an address' })}
<div class="card">${addresses.length === 0 ? html`<p class="empty muted">There are no demo addresses yet.</p>` : table(addresses)}</div>
</section>`
}

function table(addresses: readonly DemoAddress[]): Html {
  return html`<table class="addresses" aria-labelledby="addresses">
<thead><tr><th scope="col">Who it is</th><th scope="col">Risk</th><th scope="col">Coin</th><th scope="col">Address</th><td></td></tr></thead>
<tbody>
${addresses.map(row)}
</tbody>
</table>`
}

function row({ coin, address, what, risk }: DemoAddress, index: number): Html {
  const badge = risk === undefined ? html`<span class="muted">no answer yet</span>` : riskBadge(risk)
  return html`<tr><th scope="row"><a class="address-link" href="${riskPagePath(index + 1)}">${what}</a></th><td class="address-risk">${badge}</td><td>${coin}</td><td class="user-account">${account(address)}</td><td class="user-copy">${copyButton({ value: address, what: `address: ${what}` })}</td></tr>
`
}
