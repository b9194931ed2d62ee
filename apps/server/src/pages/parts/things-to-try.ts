import { curlOf } from '../example-call.ts'
import { type Html, html } from '../html.ts'
import { riskPagePath } from '../page-paths.ts'
import type { StartPageDemo, StartPageModel } from '../start-page-model.ts'
import { copyButton } from './copy-button.ts'
import { icon } from './icon.ts'
import { riskBadge } from './risk/risk-badge.ts'
import { tryAnswer, tryCall } from './try-call.ts'

/** One click each. What this service does not serve is not among them. */
export function thingsToTry({ urls, ledger }: StartPageModel, demo: StartPageDemo): Html {
  const things = [
    verification(demo, urls.mailbox),
    ledger !== 'absent' && addressRisk(demo),
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
  const codes = mailbox !== undefined && html` Your login code comes to the <a href="${mailbox}">mailbox</a>.`
  return html`<div class="card thing">
<h3>Verify a person</h3>
<p class="muted">Be the customer of an example site: show a document and your face, and see what the site learns. It takes about three minutes and a camera.${codes}</p>
${
  site === undefined
    ? html`<p class="thing-note">Browsers open the camera on this machine alone. Open this page as localhost to try it.</p>`
    : html`<a class="button button-primary" href="${site}">Open the example site${icon('arrow')}</a>`
}
</div>
`
}

function addressRisk({ addresses, firstAddress }: StartPageDemo): Html | false {
  const address = firstAddress === undefined ? undefined : addresses[firstAddress - 1]
  if (firstAddress === undefined || address === undefined) return false
  const { what, coin, risk } = address
  return html`<div class="card thing">
<h3>See how risky an address is</h3>
<p class="muted">An invented year of Ethereum, Bitcoin and Tron is in the ledger. The picture shows where money came from, and why the address scores as it does.</p>
<p class="thing-example">${risk && riskBadge(risk)} <span>${what}, ${coin}</span></p>
<a class="button button-primary" href="${riskPagePath(firstAddress)}">Show the picture${icon('arrow')}</a>
</div>
`
}

function dashboard(url: string, ledger: StartPageModel['ledger']): Html {
  const risk = ledger !== 'absent' && ', ask about an address'
  return html`<div class="card thing">
<h3>Open the dashboard</h3>
<p class="muted">Be the owner of the demo’s merchant: see who was verified and where people stop, make a program, copy the widget’s code${risk}.</p>
<a class="button button-primary" href="${url}#demo">Open the dashboard${icon('arrow')}</a>
</div>
`
}

function call({ call: example }: StartPageDemo): Html {
  const curl = curlOf(example)
  return html`<div class="card thing">
<h3>Make a call</h3>
<p class="muted">It asks for the verification of a demo user, with the demo key. Send it from here, or copy it into a terminal.</p>
<div class="thing-call first-call">
<pre class="thing-curl" tabindex="0" role="region" aria-label="The call"><code>${curl}</code></pre>
${copyButton({ value: curl, what: 'the call' })}
</div>
${tryCall({ id: 'try-first', call: example, label: 'Send the call', form: 'button' })}
</div>
`
}
