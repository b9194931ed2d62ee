import { type Html, html } from './html.ts'
import { pageLayout } from './page-layout.ts'
import { riskPagePath } from './page-paths.ts'
import { account } from './parts/account.ts'
import { callCard } from './parts/call-card.ts'
import { copyButton } from './parts/copy-button.ts'
import { demoCredentials } from './parts/demo-credentials.ts'
import { demoUsers } from './parts/demo-users.ts'
import { icon } from './parts/icon.ts'
import { riskBadge } from './parts/risk/risk-badge.ts'
import { thingsToTry } from './parts/things-to-try.ts'
import type { DemoAddress, StartPageDemo, StartPageModel } from './start-page-model.ts'

/** What a newcomer meets at `/`: that it runs, what to try first, and all that a call needs. */
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
${model.ledger === 'absent' ? '' : demoAddresses(demo)}
<section class="section" aria-labelledby="read-on">
<h2 id="read-on">Read on</h2>
${readOn(model)}
</section>
<p class="muted small">${storeSentence[model.store]} ${ledgerSentence[model.ledger]} Demo data is made at a first start outside production; in production this page says only that the service runs.</p>
<p class="copy-note" role="status" data-copy-note></p>`,
  })
}

const storeSentence = {
  embedded: 'Records are stored by the embedded PostgreSQL, in the data folder of this service.',
  server: 'Records are stored by a PostgreSQL server.',
}

const ledgerSentence = {
  embedded: 'The ledger is stored there too.',
  server: 'The ledger is stored by a PostgreSQL server.',
  absent: 'No ledger is kept, so that address risk is not served: LEDGER_URL is off.',
}

/** Without a ledger nothing is said of coins: it is not served then. */
function opening({ ledger }: StartPageModel): Html {
  const what =
    ledger === 'absent'
      ? 'It tells whether a person is who they say: identity verification that you host yourself.'
      : 'It tells whether a person is who they say, and whether a coin comes from where it should: identity verification and address risk in one service that you host yourself.'
  return html`<div class="opening-text">
<h1>Touchstone is running</h1>
<p class="lead">${what}</p>
</div>`
}

function readOn({ urls, demo }: StartPageModel): Html {
  const reference = [
    { href: urls.docs, name: 'Reference', about: 'Getting started, every operation, every error' },
    { href: urls.openapiDocument, name: 'OpenAPI document', about: 'The same, for tools' },
  ]
  const readiness = { href: urls.health, name: 'Readiness', about: 'What a monitor asks' }
  const mailbox =
    urls.mailbox === undefined
      ? []
      : [{ href: urls.mailbox, name: 'Mailbox', about: 'Codes for people who log in: no mail server is set' }]
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

function demoAddresses({ addresses, scoreCurl }: Pick<StartPageDemo, 'addresses' | 'scoreCurl'>): Html {
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
