import { html } from './html.ts'
import { pageLayout } from './page-layout.ts'

export type MessagePage = {
  title: string
  text: string
  /** The links below the message. The first one is the primary link. */
  links: { href: string; label: string }[]
}

/** Renders a page with a single message, for example "not found". */
export function renderMessagePage({ title, text, links }: MessagePage): string {
  const buttons = links.map(
    ({ href, label }, index) =>
      html`<li><a class="${index === 0 ? 'button button-primary' : 'button'}" href="${href}">${label}</a></li>`,
  )
  return pageLayout({
    title: `${title} · Touchstone`,
    main: html`<div class="message">
<h1>${title}</h1>
<p class="lead">${text}</p>
${buttons.length > 0 && html`<ul class="message-links">${buttons}</ul>`}
</div>`,
  })
}
