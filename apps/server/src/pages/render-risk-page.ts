import { type Html, html } from './html.ts'
import { pageLayout } from './page-layout.ts'
import { account } from './parts/account.ts'
import { callCard } from './parts/call-card.ts'
import { copyButton } from './parts/copy-button.ts'
import { icon } from './parts/icon.ts'
import { formulaTable } from './parts/risk/formula-table.ts'
import { hatchPattern } from './parts/risk/part-look.ts'
import { pieceList } from './parts/risk/piece-list.ts'
import { reckonedWith } from './parts/risk/reckoned-with.ts'
import { scoreDial } from './parts/risk/score-dial.ts'
import { sidesSection } from './parts/risk/sides-section.ts'
import type { RiskPageModel } from './risk-page-model.ts'

/** An explanation to look at, for whoever would rather not read JSON. It can be printed and filed. */
export function renderRiskPage(model: RiskPageModel): string {
  const { what, explanation, curl } = model
  return pageLayout({
    title: `${what}: ${explanation.score}, ${explanation.risk_level} · Touchstone`,
    style: 'risk-page.css',
    scripts: ['start-page.js'],
    aside: html`<a class="back" href="/#addresses">${icon('back')}Demo addresses</a>`,
    main: html`${hatchPattern}
${opening(model)}
${reasons(model)}
${sidesSection(explanation)}
${pieceList(model)}
${formulaTable(explanation)}
${reckonedWith(explanation)}
<section class="section call-section" aria-labelledby="call">
<div class="section-head">
<h2 id="call">Ask for the same</h2>
<p class="muted">This call returns all that is shown here, as JSON.</p>
</div>
${callCard({ curl, what: 'the call' })}
</section>
<p class="copy-note" role="status" data-copy-note></p>`,
  })
}

function opening({ what, coin, address, explanation }: RiskPageModel): Html {
  const { own, hacking_event: incident } = explanation
  return html`<div class="risk-opening">
<div class="opening-text">
<h1>${what}</h1>
<dl class="asked">
<div><dt class="label">Coin</dt><dd>${coin}</dd></div>
<div><dt class="label">Address</dt><dd>${account(address)}${copyButton({ value: address, what: 'address' })}</dd></div>
<div><dt class="label">Known as</dt><dd>${own === null ? (explanation.known ? 'Nobody: no label' : 'Never seen') : `${own.label} (${own.category.replaceAll('_', ' ')})`}</dd></div>
${incident !== '' && html`<div><dt class="label">Incident</dt><dd>${incident}</dd></div>`}
</dl>
</div>
${scoreDial(explanation)}
</div>`
}

function reasons({ explanation }: RiskPageModel): Html {
  return html`<section class="section" aria-labelledby="reasons">
<h2 id="reasons">Why</h2>
<ul class="reasons">
${explanation.reasons.map((reason) => html`<li>${reason}</li>\n`)}
</ul>
</section>`
}
