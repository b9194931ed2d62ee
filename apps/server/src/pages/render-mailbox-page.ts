import { type Html, html } from './html.ts'
import { pageLayout } from './page-layout.ts'
import { icon } from './parts/icon.ts'

export type MailboxPageModel = {
  /** Newest first. */
  mails: {
    id: number
    to: string
    code: string
    merchant: string
    at: number
    subject?: string
    /** The link in a notice. A notice contains no code. */
    link?: string
    state: 'open' | 'used' | 'ended'
  }[]
}

/**
 * Renders the e-mails that were not sent because no mail server is configured. `assets/mailbox-page.js` loads
 * new e-mails, and `assets/start-page.js` copies codes.
 */
export function renderMailboxPage({ mails }: MailboxPageModel): string {
  return pageLayout({
    title: 'Mailbox · Touchstone',
    style: 'mailbox-page.css',
    scripts: ['start-page.js', 'mailbox-page.js'],
    aside: html`<p class="masthead-aside"><a class="masthead-link" href="/">Start page</a></p>`,
    main: html`<div class="opening-text">
<h1>Mailbox</h1>
<p class="lead">No mail server is configured, so login codes arrive here. To send them by mail, set SMTP_URL.</p>
</div>
<section class="section" aria-labelledby="mails">
<h2 id="mails">Latest codes</h2>
<div class="card" data-mails>${mails.length === 0 ? nothing() : list(mails)}</div>
<p class="muted small" role="status" data-mails-note></p>
</section>
<p class="muted small">The last 50 codes are stored in encrypted form. Each code can be used once, within 10 minutes.</p>
<p class="copy-note" role="status" data-copy-note></p>`,
  })
}

function nothing(): Html {
  return html`<p class="empty muted">Nothing yet. A code appears here when someone requests one.</p>`
}

function list(mails: MailboxPageModel['mails']): Html {
  return html`<ul>
${mails.map((each) => (each.code === '' ? notice(each) : mail(each)))}
</ul>`
}

function notice({ id, to, merchant, at, subject, link }: MailboxPageModel['mails'][number]): Html {
  const time = new Date(at).toISOString()
  return html`<li class="mail" data-notice="${id}">
<p>${subject ?? ''}${link === undefined ? '' : html` · <a href="${link}">Object</a>`}</p>
<p class="mail-about"><span>${merchant}</span> <span class="muted">to <span class="mail-to">${to}</span></span></p>
<time class="mail-time muted small" datetime="${time}">${time.slice(11, 19)} UTC</time>
</li>
`
}

function mail({ id, to, code, merchant, at, state }: MailboxPageModel['mails'][number]): Html {
  const time = new Date(at).toISOString()
  return html`<li class="mail" data-mail="${id}" data-state="${state}">
${state === 'open' ? copyable(code, to) : html`<code class="mail-code mail-code-over">${code}</code>`}
<p class="mail-state">${badge(state)}</p>
<p class="mail-about"><span>${merchant}</span> <span class="muted">to <span class="mail-to">${to}</span></span></p>
<time class="mail-time muted small" datetime="${time}">${time.slice(11, 19)} UTC</time>
</li>
`
}

/** Renders the code as a button. A click copies the code or, without JavaScript, selects it. */
function copyable(code: string, to: string): Html {
  return html`<button class="mail-copy" type="button" value="${code}" data-copies="code for ${to}"><code class="mail-code">${code}</code><span class="visually-hidden">Copy the code for ${to}</span><span class="mail-copy-icons"><span class="copy-before">${icon('copy')}</span><span class="copy-after">${icon('check')}</span></span></button>`
}

function badge(state: 'open' | 'used' | 'ended'): Html | false {
  if (state === 'open') return false
  return state === 'used'
    ? html`<span class="badge badge-passed">${icon('check', 'small')}Used</span>`
    : html`<span class="badge">${icon('cross', 'small')}No longer valid</span>`
}
