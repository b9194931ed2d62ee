import { curlOf } from '../example-call.ts'
import { type Html, html } from '../html.ts'
import { callCard } from '../parts/call-card.ts'
import { copyButton } from '../parts/copy-button.ts'
import { tryCall } from '../parts/try-call.ts'
import { docsLayout } from './docs-layout.ts'
import { type DocsModel, docsErrorsPath, docsGroups, docsPath } from './docs-page-model.ts'

/** Where a merchant's engineer begins: from the key to the first answer, and to the first verified person. */
export function renderDocsPage(model: DocsModel): string {
  const risk = model.operations.find(({ name }) => name === 'getRiskScore')
  return docsLayout({
    model,
    path: docsPath,
    title: 'Getting started',
    main: html`<div class="opening-text">
<h1>Getting started</h1>
<p class="lead">From your key to a first answer takes a minute. All operations take and return JSON over HTTP.</p>
</div>
${credentials(model)}
${firstCall(model)}
${verification(model)}
${
  risk &&
  html`<section class="section" aria-labelledby="risk">
<div class="section-head">
<h2 id="risk">4. Ask how risky an address is</h2>
<p class="muted">The score runs from 3 to 100, with a level and the reasons. An address that was never seen is no error: it scores 3.</p>
</div>
${callCard({ curl: curlOf(risk.call), what: 'the call about an address' })}
</section>`
}
${readOn(model)}`,
  })
}

function credentials({ demo, urls }: DocsModel): Html {
  const hosts = [...new Set([urls.base, urls.openapi, urls.auth])].join(', ')
  const values = [
    { label: 'Service URL', value: hosts },
    { label: 'Merchant number (mchNo, appId)', value: demo?.mchNo },
    { label: 'API key (apiKey)', value: demo?.apiKey },
    { label: 'Program (programNo)', value: demo?.programNo },
  ]
  return html`<section class="section" aria-labelledby="credentials">
<div class="section-head">
<h2 id="credentials">1. Take your credentials</h2>
<p class="muted">${
    demo
      ? 'These are the demo merchant’s. They reach invented people only.'
      : 'Whoever runs the service makes a merchant and its programs with the touchstone command, and gives you these.'
  }</p>
</div>
<dl class="card values">
${values.map(
  ({ label, value }) => html`<div class="value">
<dt class="label">${label}</dt>
<dd>${value === undefined ? html`<span class="muted">from whoever runs the service</span>` : html`<code>${value}</code>${copyButton({ value, what: label })}`}</dd>
</div>
`,
)}
</dl>
<p class="muted small">The key belongs to your backend. A page gets an access token instead, which lasts 30 minutes.</p>
</section>`
}

function firstCall({ operations, demo }: DocsModel): Html | false {
  const first = operations.find(({ name }) => name === 'queryKycResult')
  if (!first) return false
  return html`<section class="section" aria-labelledby="first-call">
<div class="section-head">
<h2 id="first-call">2. Make the first call</h2>
<p class="muted">It asks for the verification of one user. ${demo ? 'It works as it stands.' : 'Put your values in.'} A code of 80000000 means success.</p>
</div>
${callCard({ curl: curlOf(first.call), what: 'the call' })}
${demo && tryCall({ id: 'try-first', call: first.call, label: 'Send', form: 'fields' })}
</section>`
}

function verification({ frameUrl, demo }: DocsModel): Html {
  const appId = demo?.mchNo ?? 'M…'
  const page = `<link rel="stylesheet" href="${frameUrl}/widget/style.css">
<script src="${frameUrl}/widget/svc-widget.global.js"></script>
<script type="module">
  const { SvcWidget } = TouchstoneWidget
  const provider = {
    // Your backend exchanges its key for a token: POST /api/token/get
    getAccessToken: async () => (await (await fetch('/your-backend/token')).json()).accessToken,
    getUserAccounts: async () => ['ada@example.com'],
  }
  const options = { lv: 'zkKYC', endpoint: '${frameUrl}', programNo: '${demo?.programNo ?? '…'}' }
  const widget = new SvcWidget('${appId}', 'Your site', '137', provider, options)
  widget.on('kycFinished', ({ isGrant }) => console.log(isGrant))
  widget.launch()
</script>`
  return html`<section class="section" aria-labelledby="verification">
<div class="section-head">
<h2 id="verification">3. Verify a person</h2>
<p class="muted">The widget opens the verification over your page. When it is done, let your backend ask for the result: what a browser says can be made up.</p>
</div>
${callCard({ curl: page, what: 'the page' })}
</section>`
}

function readOn(model: DocsModel): Html {
  const groups = docsGroups(model)
  return html`<section class="section" aria-labelledby="read-on">
<h2 id="read-on">What else to know</h2>
<ul class="docs-list">
<li>The plan of a key allows a number of calls a second, 10 on the Standard plan. Every answer says in <code>RateLimit</code> headers what is left; one call too many gets HTTP 429 with <code>Retry-After</code>.</li>
<li>There are two envelopes, and codes of their own for what goes wrong: <a href="${docsErrorsPath}">errors</a>.</li>
<li>Every operation with its fields: ${groups.map(({ name, path }, index) => html`${index > 0 && ', '}<a href="${path}">${name.toLowerCase()}</a>`)}. Tools read the same from the <a href="/openapi.json">OpenAPI document</a>.</li>
</ul>
</section>`
}
