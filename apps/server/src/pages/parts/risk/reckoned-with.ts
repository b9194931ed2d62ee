import type { RiskExplanation } from '@touchstone/contract'
import { grouped } from '@touchstone/design'
import { type Html, html } from '../../html.ts'

/** By which rules and on which data: with the same, the answer is the same to the letter. */
export function reckonedWith({ model, data, unpriced_coins: unpriced }: RiskExplanation): Html {
  const block = data.newest_block
  const facts: readonly [string, string][] = [
    ['Model', `version ${model.version}, method ${model.method}`],
    ['Policy', `version ${model.policy_version}, fingerprint ${model.policy_fingerprint}`],
    ['Newest block', block === null ? 'none' : grouped(String(block))],
    ['Ledger', `version ${data.ledger_version}`],
    ['Labels', `version ${data.label_version}`],
    ['Prices', `version ${data.price_version}`],
    ...(unpriced.length === 0 ? [] : [['Coins without a price, left out', unpriced.join(', ')] as const]),
  ].map(([name = '', value = '']) => [name, value])
  return html`<section class="section" aria-labelledby="reckoned-with">
<h2 id="reckoned-with">What it was reckoned with</h2>
<dl class="card facts">
${facts.map(([name, value]) => html`<div class="fact"><dt class="label">${name}</dt><dd>${value}</dd></div>\n`)}
</dl>
</section>`
}
