import { type Html, html } from './html.ts'
import { pageLayout } from './page-layout.ts'

export type MailboxPageModel = {
  /** The newest first; the address already shortened. */
  mails: { id: number; to: string; code: string; merchant: string; at: number }[]
}

/** The mails that nobody was sent. `assets/mailbox-page.js` looks for new ones. */
export function renderMailboxPage({ mails }: MailboxPageModel): string {
  return pageLayout({
    title: 'Mailbox · Touchstone',
    style: 'mailbox-page.css',
    script: 'mailbox-page.js',
    main: html`<div class="opening-text">
<h1>Mailbox</h1>
<p class="lead">No mail server is set, so the codes of people who log in come here instead of to them. Set SMTP_URL to send them.</p>
</div>
<section class="section" aria-labelledby="mails">
<h2 id="mails">Latest codes</h2>
<div class="card" data-mails>${mails.length === 0 ? nothing() : list(mails)}</div>
<p class="muted small" role="status" data-mails-note></p>
</section>
<p class="muted small">The last 50 are kept, encrypted. Each code can be used once, for 10 minutes.</p>`,
  })
}

function nothing(): Html {
  return html`<p class="empty muted">Nothing yet. A code shows here as soon as somebody asks for one.</p>`
}

function list(mails: MailboxPageModel['mails']): Html {
  return html`<ul>
${mails.map(mail)}
</ul>`
}

function mail({ id, to, code, merchant, at }: MailboxPageModel['mails'][number]): Html {
  const time = new Date(at).toISOString()
  return html`<li class="mail" data-mail="${id}">
<code class="mail-code">${code}</code>
<p class="mail-about"><span>${merchant}</span> <span class="muted">to ${to}</span></p>
<time class="mail-time muted small" datetime="${time}">${time.slice(11, 19)} UTC</time>
</li>
`
}
