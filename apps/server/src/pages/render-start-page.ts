import { type Html, html } from './html.ts'
import { pageLayout } from './page-layout.ts'
import { explorerLink } from './page-paths.ts'
import { account } from './parts/account.ts'
import { callCard } from './parts/call-card.ts'
import { copyButton } from './parts/copy-button.ts'
import { demoCredentials } from './parts/demo-credentials.ts'
import { demoUsers } from './parts/demo-users.ts'
import { icon } from './parts/icon.ts'
import { riskBadge } from './parts/risk-badge.ts'
import { thingsToTry } from './parts/things-to-try.ts'
import type { DemoAddress, StartPageDemo, StartPageModel } from './start-page-model.ts'

/**
 * Renders the page at `/`. The page shows that the service is running, what to try first, and the values that
 * a call needs.
 */
export function renderStartPage(model: StartPageModel): string {
  const { demo } = model
  if (demo === undefined) {
    return pageLayout({
      title: 'Touchstone',
      main: html`<div class="opening">${opening(model)}${readOn(model)}</div>`,
    })
  }
  return pageLayout({
    title: 'Touchstone',
    scripts: ['start-page.js', 'try-call.js'],
    aside: html`<p class="masthead-aside">Version ${model.version}</p>`,
    main: html`${opening(model)}
${thingsToTry(model, demo)}
${pair(model, demo)}
${model.ledger === 'absent' ? '' : demoAddresses(demo, model.urls.dashboard)}
<section class="section" aria-labelledby="read-on">
<h2 id="read-on">Read on</h2>
${readOn(model)}
</section>
<p class="muted small">${storeSentence[model.store]} ${ledgerSentence[model.ledger]} Outside production, demo data is created on first start. In production, this page shows only that the service is running.</p>
<p class="copy-note" role="status" data-copy-note></p>`,
  })
}

const storeSentence = {
  embedded: 'Records are stored in the embedded PostgreSQL database, in the data folder of this service.',
  server: 'Records are stored on a PostgreSQL server.',
}

const ledgerSentence = {
  embedded: 'The ledger is stored in the same database.',
  server: 'The ledger is stored on a PostgreSQL server.',
  absent: 'There is no ledger (LEDGER_URL is off), so address risk is not served.',
}

/** Without a ledger, the page does not mention funds, because address risk is not served. */
function opening({ ledger }: StartPageModel): Html {
  const what =
    ledger === 'absent'
      ? 'Touchstone is a self-hosted identity verification service: it verifies that people are who they say they are.'
      : 'Touchstone is a self-hosted service for identity verification and address risk: it verifies that people are who they say they are and that funds come from a legitimate source.'
  return html`<div class="opening-text">
<h1>Touchstone is running</h1>
<p class="lead">${what}</p>
</div>`
}

function readOn({ urls, demo }: StartPageModel): Html {
  const reference = [
    { href: urls.docs, name: 'Reference', about: 'Getting started, every operation, every error' },
    {
      href: urls.openapiDocument,
      name: 'OpenAPI document',
      about: 'The same reference in machine-readable form',
    },
  ]
  const readiness = { href: urls.health, name: 'Readiness', about: 'Health check for monitoring' }
  const mailbox =
    urls.mailbox === undefined
      ? []
      : [{ href: urls.mailbox, name: 'Mailbox', about: 'Login codes, because no mail server is configured' }]
  return html`<nav aria-label="Reference">${linkList(demo === undefined ? reference : [...reference, ...mailbox, readiness])}</nav>`
}

function pair({ urls }: StartPageModel, demo: StartPageDemo): Html {
  return html`<div class="pair">
${demoCredentials({ demo, urls })}
${demoUsers(demo)}
</div>`
}

type ListedLink = { href: string; name: string; about: string }

function linkList(links: readonly ListedLink[]): Html {
  const items = links.map(
    ({ href, name, about }) =>
      html`<li><a class="next-link" href="${href}"><span class="next-name">${name}</span><span class="next-about">${about}</span>${icon('arrow')}</a></li>`,
  )
  return html`<ul class="next">${items}</ul>`
}

function demoAddresses(
  { addresses, scoreCurl }: Pick<StartPageDemo, 'addresses' | 'scoreCurl'>,
  dashboard: string,
): Html {
  return html`<section class="section" aria-labelledby="addresses">
<div class="section-head">
<h2 id="addresses">Check an address</h2>
<p class="muted">This call returns the risk of a thief’s address in the demo ledger. Change the coin and the address to check a different address, or open an address below in the explorer.</p>
</div>
${callCard({ curl: scoreCurl, what: 'the address call' })}
<div class="card">${addresses.length === 0 ? html`<p class="empty muted">There are no demo addresses yet.</p>` : table(addresses, dashboard)}</div>
</section>`
}

function table(addresses: readonly DemoAddress[], dashboard: string): Html {
  return html`<table class="addresses" aria-labelledby="addresses">
<thead><tr><th scope="col">Owner</th><th scope="col">Risk</th><th scope="col">Coin</th><th scope="col">Address</th><td></td></tr></thead>
<tbody>
${addresses.map((address) => row(address, dashboard))}
</tbody>
</table>`
}

function row({ coin, address, what, risk }: DemoAddress, dashboard: string): Html {
  const badge = risk === undefined ? html`<span class="muted">not available yet</span>` : riskBadge(risk)
  return html`<tr><th scope="row"><a class="address-link" href="${explorerLink(dashboard, { coin, address })}">${what}</a></th><td class="address-risk">${badge}</td><td>${coin}</td><td class="user-account">${account(address)}</td><td class="user-copy">${copyButton({ value: address, what: `address: ${what}` })}</td></tr>
`
}
