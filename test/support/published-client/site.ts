import '@zkmelabs/widget/dist/style.css'
import {
  type LoginMode,
  type Provider,
  type VerificationLevel,
  verifyKycWithZkMeServices,
  verifyMeidWithZkMeServices,
  verifyWithZkMeServices,
  ZkMeWidget,
} from '@zkmelabs/widget'

/**
 * A site that embeds the published client in the way that the client's README describes. Its code is checked
 * against the client's types. The test implements the site's provider: `askSite(method, params)`.
 */
export type ClientWindow = Window & {
  askSite(method: string, params?: unknown): Promise<never>
  widget: ZkMeWidget
  /** The client's events, in the order in which they arrived. */
  events: [event: string, ...details: unknown[]][]
  helpers: {
    verifyKyc: typeof verifyKycWithZkMeServices
    verifyMeid: typeof verifyMeidWithZkMeServices
    verify: typeof verifyWithZkMeServices
  }
}

const site = window as unknown as ClientWindow
const query = new URLSearchParams(location.search)
const text = (name: string) => query.get(name) ?? ''
const endpoint = text('endpoint')

const provider: Provider = {
  getAccessToken: () => site.askSite('getAccessToken'),
  getUserAccounts: () => site.askSite('getUserAccounts'),
  signMessage: (message) => site.askSite('signMessage', message),
  signAptosMessage: (payload) => site.askSite('signAptosMessage', payload),
  signSolanaMessage: (bytes) => site.askSite('signSolanaMessage', [...bytes]),
  delegateTransaction: (transaction) => site.askSite('delegateTransaction', transaction),
}

site.events = []
site.helpers = {
  verifyKyc: verifyKycWithZkMeServices,
  verifyMeid: verifyMeidWithZkMeServices,
  verify: verifyWithZkMeServices,
}
site.widget = new ZkMeWidget(text('appId'), 'Shop', text('chain'), provider, {
  lv: text('lv') as VerificationLevel,
  mode: text('mode') as LoginMode,
  programNo: text('programNo'),
  locale: 'en',
  endpoint,
  kycApiEndpoint: endpoint,
  meidApiEndpoint: endpoint,
})
site.widget.on('kycFinished', (results) => site.events.push(['kycFinished', results]))
site.widget.on('meidFinished', (results) => site.events.push(['meidFinished', results]))
site.widget.on('finished', (...details) => site.events.push(['finished', ...details]))
site.widget.on('close', () => site.events.push(['close']))
document.querySelector('button')?.addEventListener('click', () => site.widget.launch())
