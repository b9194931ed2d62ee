import { html } from './html.ts'
import { pageLayout } from './page-layout.ts'

export type DemoProviderPage = {
  request: string
  profiles: readonly { id: string; name: string; annualIncome: number; netWorth: number }[]
}

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/**
 * Renders the page on which a person allows the demo provider to send data. Choosing a profile takes the
 * place of logging in to a bank.
 */
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
<h1>Choose your demo data</h1>
<p class="lead">A real provider would ask you to log in to your bank. Here you choose a profile instead. The demo provider sends a signed statement about the profile you chose, and this window closes.</p>
<form method="get" action="/demo-provider/statement">
<input type="hidden" name="request" value="${request}">
<ul class="message-links">${choices}</ul>
</form>
</div>`,
  })
}
