import { type Html, html } from '../html.ts'
import { pageLayout } from '../page-layout.ts'
import { type DocsModel, docsErrorsPath, docsGroups, docsPath } from './docs-page-model.ts'

type DocsLayout = { model: DocsModel; path: string; title: string; main: Html }

/** Layout of every reference page, with the navigation and a link to the start page. */
export function docsLayout({ model, path, title, main }: DocsLayout): string {
  return pageLayout({
    title: `${title} · Touchstone`,
    style: 'docs-page.css',
    scripts: ['start-page.js', 'try-call.js'],
    aside: html`<p class="masthead-aside"><a class="masthead-link" href="/">Start page</a></p>`,
    main: html`<div class="docs">
${contents(model, path)}
<div class="docs-main">
${main}
</div>
</div>
<p class="copy-note" role="status" data-copy-note></p>`,
  })
}

function contents(model: DocsModel, path: string): Html {
  const entries = [
    { name: 'Getting started', path: docsPath, operations: [] },
    ...docsGroups(model),
    { name: 'Errors', path: docsErrorsPath, operations: [] },
  ]
  return html`<nav class="docs-nav" aria-label="Reference">
<ul>
${entries.map(
  ({ name, path: href, operations }) => html`<li>${link(href, name, href === path)}
${
  operations.length > 0 &&
  html`<ul class="docs-operations">${operations.map(
    (each) => html`<li><a class="docs-operation" href="${href}#${each.name}">${each.name}</a></li>`,
  )}</ul>`
}</li>
`,
)}
<li><a class="docs-link" href="/openapi.json">OpenAPI document</a></li>
</ul>
</nav>`
}

function link(href: string, name: string, isHere: boolean): Html {
  return isHere
    ? html`<a class="docs-link docs-here" href="${href}" aria-current="page">${name}</a>`
    : html`<a class="docs-link" href="${href}">${name}</a>`
}
