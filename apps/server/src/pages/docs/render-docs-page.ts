import { curlOf } from '../example-call.ts'
import { type Html, html } from '../html.ts'
import { callCard } from '../parts/call-card.ts'
import { copyButton } from '../parts/copy-button.ts'
import { tryCall } from '../parts/try-call.ts'
import { docsLayout } from './docs-layout.ts'
import { type DocsModel, docsErrorsPath, docsGroups, docsPath } from './docs-page-model.ts'

/**
 * Renders the introduction for a merchant's engineers: how to get an API key, make the first call and verify
 * the first person.
 */
export function renderDocsPage(model: DocsModel): string {
  const risk = model.operations.find(({ name }) => name === 'getRiskScore')
  return docsLayout({
    model,
    path: docsPath,
    title: 'Getting started',
    main: html`<div class="opening-text">
<h1>Getting started</h1>
<p class="lead">Make your first call in a minute. All operations accept and return JSON over HTTP.</p>
</div>
${credentials(model)}
${firstCall(model)}
${verification(model)}
${
  risk &&
  html`<section class="section" aria-labelledby="risk">
<div class="section-head">
<h2 id="risk">4. Get the risk of an address</h2>
<p class="muted">The response contains a score from 3 to 100, a level and the reasons. An unknown address is not an error: it scores 3.</p>
</div>
${callCard({ curl: curlOf(risk.call), what: 'the address call' })}
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
<h2 id="credentials">1. Get your credentials</h2>
<p class="muted">${
    demo
      ? 'These belong to the demo merchant and can access only fictitious people.'
      : 'The operator creates a merchant and its programs with the touchstone command and gives you these values.'
  }</p>
</div>
<dl class="card values">
${values.map(
  ({ label, value }) => html`<div class="value">
<dt class="label">${label}</dt>
<dd>${value === undefined ? html`<span class="muted">from the operator</span>` : html`<code>${value}</code>${copyButton({ value, what: label })}`}</dd>
</div>
`,
)}
</dl>
<p class="muted small">Use the key in your backend only. Pages use an access token, which is valid for 30 minutes.</p>
</section>`
}

function firstCall({ operations, demo }: DocsModel): Html | false {
  const first = operations.find(({ name }) => name === 'queryKycResult')
  if (!first) return false
  return html`<section class="section" aria-labelledby="first-call">
<div class="section-head">
<h2 id="first-call">2. Make the first call</h2>
<p class="muted">This call returns the verification result of one user. ${demo ? 'You can run it without changes.' : 'Replace the placeholders with your values.'} A code of 80000000 means success.</p>
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
<p class="muted">The widget opens the verification over your page. When it finishes, request the result from your backend, because browser events can be forged.</p>
</div>
${callCard({ curl: page, what: 'the page' })}
</section>`
}

function readOn(model: DocsModel): Html {
  const groups = docsGroups(model)
  return html`<section class="section" aria-labelledby="read-on">
<h2 id="read-on">Next steps</h2>
<ul class="docs-list">
<li>Each plan limits the calls per second: 10 on the Standard plan. The <code>RateLimit</code> headers of every response show how many calls are left. A call over the limit returns HTTP 429 with <code>Retry-After</code>.</li>
<li>The two envelopes use different error codes. See <a href="${docsErrorsPath}">errors</a>.</li>
<li>All operations and their fields: ${groups.map(({ name, path }, index) => html`${index > 0 && ', '}<a href="${path}">${name.toLowerCase()}</a>`)}. For tools, use the <a href="/openapi.json">OpenAPI document</a>.</li>
</ul>
</section>`
}
