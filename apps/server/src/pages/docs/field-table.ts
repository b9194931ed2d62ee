import { type Html, html } from '../html.ts'
import { type JsonSchema, type SchemaField, schemaFields, typeOf } from './schema-fields.ts'

/** Renders the fields of a request or response, or its type if it has no fields. */
export function fieldTable({
  schema,
  label,
  marks,
}: {
  schema: JsonSchema
  label: string
  marks: boolean
}): Html {
  const fields = schemaFields(schema)
  if (fields.length === 0) return html`<p class="muted">${label}: ${typeOf(schema)}</p>`
  return html`<div class="card"><table class="fields">
<caption class="visually-hidden">${label}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead>
<tbody>
${fields.map((field) => row(field, marks))}
</tbody>
</table></div>`
}

function row({ name, type, required, about }: SchemaField, marks: boolean): Html {
  const optional = marks && !required && html` <span class="field-mark muted">optional</span>`
  return html`<tr><th scope="row"><code>${breakable(name)}</code>${optional}</th><td class="muted">${type}</td><td>${about}</td></tr>
`
}

/** Allows line breaks after the dots of a long name, so that words are not broken on narrow screens. */
function breakable(name: string): Html[] {
  return name.split(/(?<=\.)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)
}
