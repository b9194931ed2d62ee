import { type Html, html } from './html.ts'
import { pageLayout } from './page-layout.ts'
import { demoAddresses } from './parts/demo-addresses.ts'
import { demoCredentials } from './parts/demo-credentials.ts'
import { demoUsers } from './parts/demo-users.ts'
import { firstCall } from './parts/first-call.ts'
import { linkList } from './parts/link-list.ts'
import { operationsTable } from './parts/operations-table.ts'
import type { StartPageDemo, StartPageModel } from './start-page-model.ts'

/** What a newcomer meets at `/`: what this is, that it runs, and all that a first call needs. */
export function renderStartPage(model: StartPageModel): string {
  const { demo } = model
  if (demo === undefined) return pageLayout({ title: 'Touchstone', main: opening(model) })
  return pageLayout({
    title: 'Touchstone',
    script: 'start-page.js',
    aside: html`<p class="masthead-aside">Version ${model.version}</p>`,
    main: html`${opening(model)}
${firstCall(demo)}
${pair(model, demo)}
${model.ledger === 'absent' ? '' : demoAddresses(demo)}
${operationsTable(model)}
<p class="muted small">${storeSentence[model.store]} ${ledgerSentence[model.ledger]} Demo data is made at a first start outside production; in production this page says only that the service runs.</p>
<p class="copy-note" role="status" data-copy-note></p>`,
  })
}

const storeSentence = {
  embedded: 'Records are kept by the embedded PostgreSQL, in the data folder of this service.',
  server: 'Records are kept by a PostgreSQL server.',
}

const ledgerSentence = {
  embedded: 'The ledger is kept there too.',
  server: 'The ledger is kept by a PostgreSQL server.',
  absent: 'No ledger is kept, so that address risk is not served: LEDGER_URL is off.',
}

function opening({ urls, demo }: StartPageModel): Html {
  const reference = [
    { href: urls.docs, name: 'API reference', about: 'Every operation, to read and to try' },
    { href: urls.openapiDocument, name: 'OpenAPI document', about: 'The same, for tools' },
  ]
  const readiness = { href: urls.health, name: 'Readiness', about: 'What a monitor asks' }
  const mailbox =
    urls.mailbox === undefined
      ? []
      : [{ href: urls.mailbox, name: 'Mailbox', about: 'Codes for people who log in: no mail server is set' }]
  return html`<div class="opening">
<div class="opening-text">
<h1>Touchstone is running</h1>
<p class="lead">It tells whether a person is who they say, and whether a coin comes from where it should: identity verification and address risk in one service that you host yourself.</p>
</div>
<nav aria-label="Reference">${linkList(demo === undefined ? reference : [...reference, readiness, ...mailbox])}</nav>
</div>`
}

function pair({ urls }: StartPageModel, demo: StartPageDemo): Html {
  return html`<div class="pair">
${demoCredentials({ demo, urls })}
${demoUsers(demo)}
</div>`
}
