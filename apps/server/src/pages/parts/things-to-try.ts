import { curlOf } from '../example-call.ts'
import { type Html, html } from '../html.ts'
import { explorerLink } from '../page-paths.ts'
import type { StartPageDemo, StartPageModel } from '../start-page-model.ts'
import { copyButton } from './copy-button.ts'
import { icon } from './icon.ts'
import { riskBadge } from './risk-badge.ts'
import { tryAnswer, tryCall } from './try-call.ts'

/**
 * Renders the cards for things that can be tried with one click. Shows only the cards whose operations this
 * service offers.
 */
export function thingsToTry({ urls, ledger }: StartPageModel, demo: StartPageDemo): Html {
  const things = [
    verification(demo, urls.mailbox),
    ledger !== 'absent' && addressRisk(demo, urls.dashboard),
    dashboard(urls.dashboard, ledger),
    call(demo),
  ]
  return html`<section class="section" aria-labelledby="try">
<h2 id="try">Try it</h2>
<div class="things">
${things}
</div>
${demo.call.sendable && tryAnswer({ id: 'try-first' })}
</section>`
}

function verification({ site }: StartPageDemo, mailbox: string | undefined): Html {
  const codes =
    mailbox !== undefined && html` Your login code arrives in the <a href="${mailbox}">mailbox</a>.`
  return html`<div class="card thing">
<h3>Verify a person</h3>
<p class="muted">Act as a customer of an example site: show a document and your face, and see what the site learns. You need a camera and about three minutes.${codes}</p>
${
  site === undefined
    ? html`<p class="thing-note">Browsers allow the camera only on localhost. Open this page on localhost to try it.</p>`
    : html`<a class="button button-primary" href="${site}">Open the example site${icon('arrow')}</a>`
}
</div>
`
}

function addressRisk({ addresses, firstAddress }: StartPageDemo, dashboard: string): Html | false {
  const address = firstAddress === undefined ? undefined : addresses[firstAddress - 1]
  if (firstAddress === undefined || address === undefined) return false
  const { what, coin, risk } = address
  return html`<div class="card thing">
<h3>Check the risk of an address</h3>
<p class="muted">The ledger contains a year of fictitious Ethereum, Bitcoin and Tron transfers. Follow the funds from address to address, and see what the score is based on.</p>
<p class="thing-example">${risk && riskBadge(risk)} <span>${what}, ${coin}</span></p>
<a class="button button-primary" href="${explorerLink(dashboard, address)}">Follow the funds${icon('arrow')}</a>
</div>
`
}

function dashboard(url: string, ledger: StartPageModel['ledger']): Html {
  const risk = ledger !== 'absent' && ', check an address'
  return html`<div class="card thing">
<h3>Open the dashboard</h3>
<p class="muted">Act as the owner of the demo merchant: see who was verified and where people drop out, create a program, copy the widget code${risk}.</p>
<a class="button button-primary" href="${url}#demo">Open the dashboard${icon('arrow')}</a>
</div>
`
}

function call({ call: example }: StartPageDemo): Html {
  const curl = curlOf(example)
  return html`<div class="card thing">
<h3>Make a call</h3>
<p class="muted">This call returns the verification result of a demo user with the demo key. Send it from here, or copy it into a terminal.</p>
<div class="thing-call first-call">
<pre class="thing-curl" tabindex="0" role="region" aria-label="The call"><code>${curl}</code></pre>
${copyButton({ value: curl, what: 'the call' })}
</div>
${tryCall({ id: 'try-first', call: example, label: 'Send the call', form: 'button' })}
</div>
`
}
