import { html } from './html.ts'
import { pageLayout } from './page-layout.ts'

export type DemoProviderPage = {
  request: string
  profiles: readonly { id: string; name: string; annualIncome: number; netWorth: number }[]
}

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** Where a person lets the demo provider speak: in place of a bank's login there is a choice of whom it speaks about. */
export function renderDemoProviderPage({ request, profiles }: DemoProviderPage): string {
  const choices = profiles.map(
    ({ id, name, annualIncome, netWorth }, index) => html`<li>
<button class="${index === 0 ? 'button button-primary' : 'button'}" name="profile" value="${id}">${name}</button>
<p class="muted">Income ${dollars.format(annualIncome)} a year, assets ${dollars.format(netWorth)}</p>
</li>`,
  )
  return pageLayout({
    title: 'Demo data provider',
    main: html`<div class="message">
<h1>Let the demo provider speak for you</h1>
<p class="lead">A real provider would ask you to log in at your bank. This one lets you choose whom it speaks about. It hands over a signed statement, and this window closes.</p>
<form method="get" action="/demo-provider/statement">
<input type="hidden" name="request" value="${request}">
<ul class="message-links">${choices}</ul>
</form>
</div>`,
  })
}
