/** What the hosting page, the widget package and the verification page (the frame) say to each other. */

/** A question of the frame to the page that hosts it; `params` by method, see `PageQuestions`. */
export type PageMethod = keyof PageQuestions

/** Of each method: what it is asked with, and what the page answers as `data`. */
export type PageQuestions = {
  getUserAccounts: { params: undefined; data: string[] }
  getAccessToken: { params: undefined; data: string }
  /** `request` is what the wallet's family needs beyond a text: the sign-doc of Cosmos, the nonce of Aptos, TON's payload. */
  signMessage: { params: { message: string; account: string; request: unknown }; data: unknown }
  /** A transaction of the user's own wallet; answered with its hash. */
  delegateTransaction: {
    params: { chainId: string; from: string; to: string; data: string; value: string }
    data: string
  }
}

export type KycResultsMessage = { kycStatus: string; verifierValues: Record<string, boolean | null> }

/** Frame → page, v1: by `window.parent.postMessage(message, origin)`. */
export type FrameMessage =
  | { channelId: string; event: 'prepared' }
  | {
      channelId: string
      event: 'finished'
      verifiedAddress: string
      programNo: string
      kycResults?: KycResultsMessage
    }
  | { channelId: string; event: 'close' }
  | { channelId: string; id: string; method: PageMethod; params: unknown }

/** Page → frame, v1. */
export type PageMessage =
  | { id: string; message: 'ok'; data: unknown }
  | { id: string; message: string }
  | { event: 'colorChanged'; data: 'dark' | 'light' }

/**
 * v2. The address of the frame carries `v=2` and no access token. When the frame is drawn it posts `hello` to the
 * parent (to the `origin` of its address) besides v1's `prepared`; the widget answers with `welcome` and a MessagePort
 * (`event.ports[0]`), and from then on everything but v1's `finished` with the KYC results runs over the port. A frame
 * that hears no `welcome` within a second goes on in v1; a widget that hears `prepared` without `hello` does so too.
 */
export type FrameHello = { channelId: string; event: 'hello'; versions: number[] }
/** `methods` are the questions that the page's provider can answer; without it, all of them. */
export type WidgetWelcome = { channelId: string; event: 'welcome'; version: 2; methods?: PageMethod[] }

/** Frame → widget over the port. */
export type PortFrameMessage =
  | { event: 'ready' }
  | { event: 'step'; name: string; index: number; of: number }
  | { event: 'error'; code: string; text: string }
  | { event: 'finished'; verifiedAddress: string; programNo: string; kycResults?: KycResultsMessage }
  | { event: 'close' }
  /** Answers `closing`: whether the person wants it closed now. */
  | { event: 'closingAnswer'; close: boolean }
  | { id: string; method: PageMethod; params: unknown }

/** Widget → frame over the port. */
export type PortWidgetMessage =
  | { id: string; message: 'ok'; data: unknown }
  | { id: string; message: string }
  | { event: 'colorChanged'; data: 'dark' | 'light' }
  | { event: 'chainChanged'; data: string }
  /** Escape was pressed outside of the frame: it asks the person whether to close. */
  | { event: 'closing' }
