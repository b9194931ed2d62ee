import type { RiskExplanation } from '@touchstone/contract'
import { dialArc, dialPoint, grouped, shownLevel } from '@touchstone/design'
import { type Html, html } from './html.ts'
import { pageLayout } from './page-layout.ts'
import { account } from './parts/account.ts'
import { callCard } from './parts/call-card.ts'
import { copyButton } from './parts/copy-button.ts'
import { icon } from './parts/icon.ts'
import { formulaTable } from './parts/risk/formula-table.ts'
import { hatchPattern } from './parts/risk/part-look.ts'
import { pieceList } from './parts/risk/piece-list.ts'
import { levelBadge, nameOf } from './parts/risk/risk-badge.ts'
import { sideFigure } from './parts/risk/side-figure.ts'
import { sideParts } from './parts/risk/side-parts.ts'
import type { RiskPageModel } from './risk-page-model.ts'

/** Gap between two bands, in score points. */
const gap = 1.2

/** Renders the score on a dial with the four bands of its policy. */
function scoreDial({
  score,
  risk_level: level,
  policy,
  coverage,
}: Pick<RiskExplanation, 'score' | 'risk_level' | 'policy' | 'coverage'>): Html {
  const { moderate, high, severe } = policy.levels
  const bands = [
    { look: 'dial-low', from: 0, to: moderate },
    { look: 'dial-moderate', from: moderate, to: high },
    { look: 'dial-high', from: high, to: severe },
    { look: 'dial-severe', from: severe, to: 100 + gap },
  ]
  const [x, y] = dialPoint(score)
  const isUnknown = shownLevel(level, coverage.state) === 'NoData'
  return html`<div class="score">
<svg class="${isUnknown ? 'dial dial-unknown' : 'dial'}" viewBox="0 0 120 70" aria-hidden="true">
${bands.map(({ look, from, to }) => to - gap > from && html`<path class="dial-band ${look}" d="${dialArc(from, to - gap)}"/>`)}
${!isUnknown && html`<circle class="dial-mark" cx="${x}" cy="${y}" r="6"/>`}
</svg>
<p class="score-value"><span class="visually-hidden">Risk score: </span><span class="score-number">${isUnknown ? '–' : score}</span>${!isUnknown && html`<span class="score-of"> of 100</span>`}</p>
<p class="score-level">${levelBadge(level, coverage.state)}</p>
</div>`
}

/** Renders an explanation as a page that can be read, printed and filed. */
export function renderRiskPage(model: RiskPageModel): string {
  const { what, explanation, curl } = model
  const isUnknown = shownLevel(explanation.risk_level, explanation.coverage.state) === 'NoData'
  return pageLayout({
    title: `${what}: ${titleOf(explanation)} · Touchstone`,
    style: 'risk-page.css',
    scripts: ['start-page.js'],
    aside: html`<a class="back" href="/#addresses">${icon('back')}Demo addresses</a>`,
    main: html`${hatchPattern}
${opening(model)}
${reasons(model)}
${sidesSection(explanation)}
${pieceList(model)}
${!isUnknown && formulaTable(explanation)}
${calculationInputs(explanation)}
<section class="section call-section" aria-labelledby="call">
<div class="section-head">
<h2 id="call">Call the API</h2>
<p class="muted">This call returns everything shown here as JSON.</p>
</div>
${callCard({ curl, what: 'the call' })}
</section>
<p class="copy-note" role="status" data-copy-note></p>`,
  })
}

function titleOf({ score, risk_level: level, coverage }: RiskExplanation): string {
  const shown = shownLevel(level, coverage.state)
  return shown === 'NoData' ? nameOf(shown) : `${score}, ${nameOf(shown)}`
}

function opening({ what, coin, address, explanation }: RiskPageModel): Html {
  const { own, hacking_event: incident } = explanation
  return html`<div class="risk-opening">
<div class="opening-text">
<h1>${what}</h1>
<dl class="asked">
<div><dt class="label">Coin</dt><dd>${coin}</dd></div>
<div><dt class="label">Address</dt><dd>${account(address)}${copyButton({ value: address, what: 'address' })}</dd></div>
<div><dt class="label">Known as</dt><dd>${own === null ? (explanation.known ? 'No label' : 'Never seen') : `${own.label} (${own.category.replaceAll('_', ' ')})`}</dd></div>
${incident !== '' && html`<div><dt class="label">Incident</dt><dd>${incident}</dd></div>`}
</dl>
</div>
${scoreDial(explanation)}
</div>`
}

function reasons({ explanation }: RiskPageModel): Html {
  const { coverage, risk_level: level } = explanation
  const sentences = shownLevel(level, coverage.state) === 'NoData' ? [] : explanation.reasons
  return html`<section class="section" aria-labelledby="reasons">
<h2 id="reasons">Why</h2>
<ul class="reasons">
<li>${coverage.note}</li>
${sentences.map((reason) => html`<li>${reason}</li>\n`)}
</ul>
</section>`
}

/**
 * Renders the rules and the data of the calculation. Identical inputs always produce an identical response.
 */
function calculationInputs({ model, data, unpriced_coins: unpriced }: RiskExplanation): Html {
  const block = data.newest_block
  const facts: readonly [string, string][] = [
    ['Model', `version ${model.version}, method ${model.method}`],
    ['Policy', `version ${model.policy_version}, fingerprint ${model.policy_fingerprint}`],
    ['Newest block', block === null ? 'none' : grouped(String(block))],
    ['Ledger', `version ${data.ledger_version}`],
    ['Labels', `version ${data.label_version}`],
    ['Prices', `version ${data.price_version}`],
    ...(unpriced.length === 0 ? [] : [['Coins excluded for lack of a price', unpriced.join(', ')] as const]),
  ].map(([name = '', value = '']) => [name, value])
  return html`<section class="section" aria-labelledby="calculation-inputs">
<h2 id="calculation-inputs">Calculation inputs</h2>
<dl class="card facts">
${facts.map(([name, value]) => html`<div class="fact"><dt class="label">${name}</dt><dd>${value}</dd></div>\n`)}
</dl>
</section>`
}

/** Renders the received and the sent funds as charts, or one sentence if there is nothing to draw. */
function sidesSection(explanation: RiskExplanation): Html {
  const isEmpty = (['received', 'sent'] as const).every((side) => sideParts(explanation, side).length === 0)
  return html`<section class="section" aria-labelledby="sides">
<div class="section-head">
<h2 id="sides">Where funds came from and went</h2>
${!isEmpty && html`<p class="muted">Traced transfer by transfer, in chronological order.</p>`}
</div>
${
  isEmpty
    ? html`<div class="card"><p class="empty muted">${emptyText(explanation)}</p></div>`
    : html`<div class="card sides">
${sideFigure(explanation, 'received')}
${sideFigure(explanation, 'sent')}
</div>`
}
</section>`
}

function emptyText({ coverage, exposure_counts: counts }: RiskExplanation): string {
  if (coverage.state === 'none') return 'The ledger contains no transfers to or from this address.'
  if (!counts)
    return 'This address pools its users’ funds, so its score does not depend on the funds that pass through it.'
  return coverage.state === 'complete'
    ? 'This address has never received or sent anything.'
    : 'No transfer to or from this address is on record.'
}
