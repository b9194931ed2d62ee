import { type Html, html } from './html.ts'

export type PageLayout = {
  title: string
  /** Content at the right end of the page header. */
  aside?: Html
  main: Html
  /** A stylesheet for this page only, under `/assets/`. */
  style?: string
  /** Under `/assets/`. */
  scripts?: readonly string[]
}

/** Renders the layout that all pages share, including the doctype. */
export function pageLayout({ title, aside, main, style, scripts = [] }: PageLayout): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/assets/touchstone.svg" type="image/svg+xml">
<link rel="preload" href="/assets/fonts/inter-latin.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/assets/touchstone.css">
<link rel="stylesheet" href="/assets/start-page.css">
${style !== undefined && html`<link rel="stylesheet" href="/assets/${style}">`}
${scripts.map((script) => html`<script src="/assets/${script}" defer></script>`)}
</head>
<body>
<header class="masthead">
<a class="brand" href="/">
<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path class="mark-stone" d="m11 5 12 2 5 9-8 10-12-1-4-9z"/><path class="mark-streak" d="m11 21 10-10"/></svg>
<span>Touchstone</span>
</a>
${aside}
</header>
<main class="page">
${main}
</main>
</body>
</html>
`
  return page.toString()
}
