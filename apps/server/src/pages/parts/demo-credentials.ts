import { type Html, html } from '../html.ts'
import type { StartPageDemo, StartPageModel } from '../start-page-model.ts'
import { copyButton } from './copy-button.ts'

type Value = { label: string; field?: string; value: string; what: string }

export function demoCredentials({ demo, urls }: { demo: StartPageDemo; urls: StartPageModel['urls'] }): Html {
  const values: Value[] = [
    ...hosts(urls),
    { label: 'Merchant number', field: 'mchNo', value: demo.mchNo, what: 'merchant number' },
    { label: 'API key', field: 'apiKey', value: demo.apiKey, what: 'API key' },
    ...demo.programs.map(({ kind, name, programNo }) => ({
      label: `${kind} program · ${name}`,
      field: 'programNo',
      value: programNo,
      what: `program number of ${name}`,
    })),
  ]
  return html`<section class="section" aria-labelledby="credentials">
<div class="section-head">
<h2 id="credentials">Demo credentials</h2>
<p class="muted">Anyone who opens this page can use them. They give access to fictitious people only.</p>
</div>
<dl class="card values">
${values.map(row)}
</dl>
</section>`
}

function row({ label, field, value, what }: Value): Html {
  const name = field !== undefined && html` <code>${field}</code>`
  return html`<div class="value">
<dt class="label">${label}${name}</dt>
<dd><code>${value}</code>${copyButton({ value, what })}</dd>
</div>
`
}

/** The contract defines three hosts. If all three have the same address, the address is shown once. */
function hosts({ base, openapi, auth }: StartPageModel['urls']): Value[] {
  if (base === openapi && base === auth) return [{ label: 'Service URL', value: base, what: 'service URL' }]
  return [
    { label: 'Gateway URL · address risk and verification status', value: base, what: 'gateway URL' },
    { label: 'OpenAPI URL · statistics', value: openapi, what: 'OpenAPI URL' },
    { label: 'Auth URL · access token and widget checks', value: auth, what: 'auth URL' },
  ]
}
