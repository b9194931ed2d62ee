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
 * A site that embeds the published client as its README says, checked against its types. What its provider answers comes
 * from the test: `askSite(method, params)`.
 */
export type ClientWindow = Window & {
  askSite(method: string, params?: unknown): Promise<never>
  widget: ZkMeWidget
  /** What the client's events told, in their order. */
  told: [event: string, ...details: unknown[]][]
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

site.told = []
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
site.widget.on('kycFinished', (results) => site.told.push(['kycFinished', results]))
site.widget.on('meidFinished', (results) => site.told.push(['meidFinished', results]))
site.widget.on('finished', (...details) => site.told.push(['finished', ...details]))
site.widget.on('close', () => site.told.push(['close']))
document.querySelector('button')?.addEventListener('click', () => site.widget.launch())
