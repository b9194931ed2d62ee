/** What the hosting page, the widget package and the verification page (the frame) say to each other. */

/** A question of the frame to the page that hosts it; `params` by method, see `PageQuestions`. */
export type PageMethod = keyof PageQuestions

/** Of each method: what it is asked with, and what the page answers as `data`. */
export type PageQuestions = {
  getUserAccounts: { params: undefined; data: string[] }
  getAccessToken: { params: undefined; data: string }
  /** v2 asks with all of it, v1 with what the published client hands to the method of its chain. */
  signMessage: { params: SigningQuestion | V1SigningQuestion; data: unknown }
  /** A transaction of the user's own wallet; answered with its hash. */
  delegateTransaction: { params: WalletTransaction | V1WalletTransaction; data: string }
}

/** `request` is what the wallet's family needs beyond a text: the sign-doc of Cosmos, the nonce of Aptos, TON's payload. */
export type SigningQuestion = { message: string; account: string; request: unknown }

/** A text for every family but Aptos: the published client tells its two methods apart by whether it gets a string. */
export type V1SigningQuestion = string | { message: string; nonce: string }

export type WalletTransaction = { chainId: string; from: string; to: string; data: string; value: string }

/** As the published client types it: numbers in hexadecimal digits, and no key missing. */
export type V1WalletTransaction = {
  from: string
  to: string
  data: string
  chainId: string
  gasLimit: string
  gasPrice: string
  maxFeePerGas: string | null
  maxPriorityFeePerGas: string | null
}

/** What the network charges for a transaction, in hexadecimal digits. */
export type TransactionFees = { gasLimit: string; gasPrice: string }

export type KycResultsMessage = { kycStatus: string; verifierValues: Record<string, boolean | null> }

/**
 * Frame → page, v1: by `window.parent.postMessage(message, origin)`. `finished` makes the client remove the frame: it is
 * sent once, when the person leaves the success screen or has not used it for a while. In v2 it is sent as soon as that
 * screen stands, and the page keeps the frame until the person leaves it (`close`).
 */
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
