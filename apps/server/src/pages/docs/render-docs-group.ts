import { curlOf } from '../example-call.ts'
import { type Html, html } from '../html.ts'
import { callCard } from '../parts/call-card.ts'
import { tryCall } from '../parts/try-call.ts'
import { docsLayout } from './docs-layout.ts'
import {
  type DocsGroup,
  type DocsModel,
  type DocumentedOperation,
  docsErrorsPath,
} from './docs-page-model.ts'
import { fieldTable } from './field-table.ts'
import type { JsonSchema } from './schema-fields.ts'

const about: Readonly<Record<string, string>> = {
  'Address risk': 'Labels, scores and explanations for addresses and transactions.',
  'Verification status': 'Verification results of a merchant’s users.',
  Events: 'What happened, in order: for a backend that polls instead of receiving webhooks.',
  'Access token': 'Your backend exchanges its API key for a token for the widget.',
  'Widget checks': 'Checks for pages, without a key.',
}

const credentials = {
  body: 'mchNo and apiKey in the body',
  app: 'appId and apiKey in the body',
  'query-or-headers': 'mch_no and api_key, as headers or query parameters',
  none: 'none',
}

const envelopes = {
  common: '{code, message, data}; success is code 200',
  gateway: '{code, data, msg, timestamp}; success is code 80000000',
  profile: '{success, msg, data}',
}

/** Renders the operations of a group, each with its fields and an example call. */
export function renderDocsGroup(model: DocsModel, group: DocsGroup): string {
  return docsLayout({
    model,
    path: group.path,
    title: group.name,
    main: html`<div class="opening-text">
<h1>${group.name}</h1>
<p class="lead">${about[group.name]}</p>
</div>
<ul class="docs-index">
${group.operations.map(({ name, operation }) => html`<li><a class="docs-operation" href="#${name}">${operation.summary}</a></li>`)}
</ul>
${group.operations.map((each) => section(each, model.demo !== undefined))}`,
  })
}

function section({ name, operation, call }: DocumentedOperation, hasDemo: boolean): Html {
  const { summary, method, path } = operation
  return html`<section class="section operation" aria-labelledby="${name}">
<div class="section-head">
<h2 id="${name}">${summary}</h2>
<p><code class="operation-name">${name}</code></p>
</div>
<dl class="facts">
<div><dt class="label">Method and path</dt><dd><code>${method} ${breakable(path)}</code></dd></div>
<div><dt class="label">Credentials</dt><dd>${credentials[operation.credentials]}</dd></div>
${
  operation.scope !== null &&
  html`<div><dt class="label">Scope of the key</dt><dd><code>${operation.scope}</code></dd></div>
`
}<div><dt class="label">Response</dt><dd><code>${envelopes[operation.envelope]}</code></dd></div>
</dl>
<h3>Request</h3>
${fieldTable({ schema: operation.request as JsonSchema, label: `Request of ${name}`, marks: true })}
<h3>Response data</h3>
${fieldTable({ schema: operation.data as JsonSchema, label: `Data of ${name}`, marks: false })}
<h3>Call</h3>
${callCard({ curl: curlOf(call), what: 'the call' })}
${hasDemo && !call.isComplete && html`<p class="muted small">Replace <code>…</code> with a value from an earlier response.</p>`}
${hasDemo && tryCall({ id: `try-${name}`, call, label: 'Send', form: 'fields' })}
<p class="muted small">For error responses, see <a href="${docsErrorsPath}">errors</a>.</p>
</section>
`
}

/** Allows a line break after a slash in a path, so that words are not broken on narrow screens. */
function breakable(path: string): Html[] {
  return path.split(/(?<=.\/)(?=.)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)
}
