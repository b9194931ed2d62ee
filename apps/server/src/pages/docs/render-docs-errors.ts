import { errorCatalogue } from '@touchstone/contract'
import { html } from '../html.ts'
import { docsLayout } from './docs-layout.ts'
import { type DocsModel, docsErrorsPath } from './docs-page-model.ts'

/** Renders every error that a client can receive, from the catalogue that the responses use. */
export function renderDocsErrors(model: DocsModel): string {
  const rows = Object.entries(errorCatalogue).map(
    ([kind, { text, gateway, common, meaning, remedy, retryable }]) =>
      html`<tr id="${kind}"><th scope="row">${text}</th><td>${gateway.code}</td><td>${common}</td><td>${meaning} ${remedy}${retryable && ' You can retry the same call later.'}</td></tr>
`,
  )
  return docsLayout({
    model,
    path: docsErrorsPath,
    title: 'Errors',
    main: html`<div class="opening-text">
<h1>Errors</h1>
<p class="lead">Every response has an envelope with a code. In the common envelope, the code equals the HTTP status. The gateway envelope returns client errors with HTTP 200, so check the code.</p>
</div>
<div class="card"><table class="errors">
<caption class="visually-hidden">Errors</caption>
<thead><tr><th scope="col">Text</th><th scope="col">Gateway code</th><th scope="col">Common code</th><th scope="col">Meaning and remedy</th></tr></thead>
<tbody>
${rows}
</tbody>
</table></div>
<p class="muted">Every response has an <code>x-request-id</code> header. The operator can use it to find the call in the log.</p>`,
  })
}
