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
  'Address risk': 'What is known of an address, and how risky it is.',
  'Verification status': "A merchant's questions about its users.",
  'Access token': 'Your backend exchanges its key for a token that the widget uses.',
  'Widget checks': 'What a page may ask without a key.',
}

const credentials = {
  body: 'mchNo and apiKey in the body',
  app: 'appId and apiKey in the body',
  'query-or-headers': 'mch_no and api_key, as headers or in the query',
  none: 'none',
}

const envelopes = {
  common: '{code, message, data}; code 200 is success',
  gateway: '{code, data, msg, timestamp}; code 80000000 is success',
  profile: '{success, msg, data}',
}

/** The operations of one group, each with its fields and a call. */
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
<div><dt class="label">Answer</dt><dd><code>${envelopes[operation.envelope]}</code></dd></div>
</dl>
<h3>Request</h3>
${fieldTable({ schema: operation.request as JsonSchema, label: `Request of ${name}`, marks: true })}
<h3>Answer: data</h3>
${fieldTable({ schema: operation.data as JsonSchema, label: `Data of ${name}`, marks: false })}
<h3>Call</h3>
${callCard({ curl: curlOf(call), what: 'the call' })}
${hasDemo && tryCall({ id: `try-${name}`, call, label: 'Send', form: 'fields' })}
<p class="muted small">What else can come back is listed under <a href="${docsErrorsPath}">errors</a>.</p>
</section>
`
}

/** A narrow screen may break a path after a slash, rather than in a word. */
function breakable(path: string): Html[] {
  return path.split(/(?<=.\/)(?=.)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)
}
