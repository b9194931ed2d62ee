import { type Html, html } from '../html.ts'
import type { StartPageDemo } from '../start-page-model.ts'
import { account } from './account.ts'
import { copyButton } from './copy-button.ts'
import { type IconName, icon } from './icon.ts'

export function demoUsers({ statuses }: Pick<StartPageDemo, 'statuses'>): Html {
  return html`<section class="section" aria-labelledby="users">
<div class="section-head">
<h2 id="users">Demo users</h2>
<p class="muted">One user for each status. Change the account in the call to query a different user.</p>
</div>
<div class="card">${statuses.length === 0 ? html`<p class="empty muted">There are no demo users yet.</p>` : table(statuses)}</div>
</section>`
}

function table(statuses: StartPageDemo['statuses']): Html {
  return html`<table class="users" aria-labelledby="users">
<thead><tr><th scope="col">Status</th><th scope="col">Account</th><td></td></tr></thead>
<tbody>
${statuses.map(row)}
</tbody>
</table>`
}

function row({ status, account: value }: StartPageDemo['statuses'][number]): Html {
  return html`<tr><th scope="row">${statusBadge(status)}</th><td class="user-account">${account(value)}</td><td class="user-copy">${copyButton({ value, what: `account with status ${status}` })}</td></tr>
`
}

/**
 * Only final statuses have a colour. `OCR Passed` is an intermediate status and stays grey, so that it does
 * not look final.
 */
function statusBadge(status: string): Html {
  const { classes, symbol } = lookOf(status)
  return html`<span class="${classes}">${icon(symbol, 'small')}${status}</span>`
}

function lookOf(status: string): { classes: string; symbol: IconName } {
  if (/^(KYC|Verification|PoAI) Passed$/.test(status))
    return { classes: 'badge badge-passed', symbol: 'check' }
  if (/^(Verification|PoAI) Failed$/.test(status)) return { classes: 'badge badge-failed', symbol: 'cross' }
  return { classes: 'badge', symbol: status === 'Not Started' ? 'not-begun' : 'under-way' }
}
