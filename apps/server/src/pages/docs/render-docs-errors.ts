import { errorCatalogue } from '@touchstone/contract'
import { html } from '../html.ts'
import { docsLayout } from './docs-layout.ts'
import { type DocsModel, docsErrorsPath } from './docs-page-model.ts'

/** Every error a client can meet, from the same catalogue that answers are made from. */
export function renderDocsErrors(model: DocsModel): string {
  const rows = Object.entries(errorCatalogue).map(
    ([kind, { text, gateway, common, meaning, remedy, retryable }]) =>
      html`<tr id="${kind}"><th scope="row">${text}</th><td>${gateway.code}</td><td>${common}</td><td>${meaning} ${remedy}${retryable && ' The same call may succeed later.'}</td></tr>
`,
  )
  return docsLayout({
    model,
    path: docsErrorsPath,
    title: 'Errors',
    main: html`<div class="opening-text">
<h1>Errors</h1>
<p class="lead">Every answer has an envelope with a code. In the common envelope the code is the HTTP status too. In the gateway's, errors of the caller come with HTTP 200: read the code.</p>
</div>
<div class="card"><table class="errors">
<caption class="visually-hidden">Errors</caption>
<thead><tr><th scope="col">Text</th><th scope="col">Gateway code</th><th scope="col">Common code</th><th scope="col">What it means, and what to do</th></tr></thead>
<tbody>
${rows}
</tbody>
</table></div>
<p class="muted">Every answer has an <code>x-request-id</code> header. Whoever runs the service finds the call in the log by it.</p>`,
  })
}
