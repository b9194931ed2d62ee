import { type Html, html } from '../html.ts'
import type { StartPageModel } from '../start-page-model.ts'

type ListedOperation = StartPageModel['operations'][number]

export function operationsTable({
  operations,
  urls,
}: Pick<StartPageModel, 'operations' | 'urls'>): Html | false {
  if (operations.length === 0) return false
  const groups = groupsOf(operations)
  return html`<section class="section" aria-labelledby="operations">
<div class="section-head">
<h2 id="operations">Operations</h2>
<p class="muted">Every field, answer and error code is in the <a href="${urls.docs}">API reference</a>.</p>
</div>
<div class="card">
<table class="operations" aria-labelledby="operations">
<thead><tr><th scope="col">What it answers</th><th scope="col">Method</th><th scope="col">Path</th></tr></thead>
${[...groups].map(([name, members]) => group(name, members))}
</table>
</div>
</section>`
}

/** In the order in which the groups first appear. */
function groupsOf(operations: readonly ListedOperation[]): Map<string, ListedOperation[]> {
  const groups = new Map<string, ListedOperation[]>()
  for (const operation of operations) {
    const members = groups.get(operation.group)
    if (members) members.push(operation)
    else groups.set(operation.group, [operation])
  }
  return groups
}

function group(name: string, members: readonly ListedOperation[]): Html {
  return html`<tbody>
<tr class="operation-group"><th scope="rowgroup" colspan="3">${name}</th></tr>
${members.map(row)}
</tbody>
`
}

function row({ summary, method, path }: ListedOperation): Html {
  return html`<tr><th scope="row">${summary}</th><td class="operation-method">${method}</td><td><code>${breakable(path)}</code></td></tr>
`
}

/** A narrow screen may break a path after a slash, rather than in a word. */
function breakable(path: string): Html[] {
  return path.split(/(?<=.\/)(?=.)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)
}
