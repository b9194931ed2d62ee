/** Name of a request from the verification page (the frame) to the hosting page. */
export type PageMethod = keyof PageRequests

/** Parameters and response data of each request from the frame to the hosting page. */
export type PageRequests = {
  getUserAccounts: { params: undefined; data: string[] }
  getAccessToken: { params: undefined; data: string }
  /**
   * Signs a message. v2 sends all parameters. v1 sends only the parameters that the published client passes
   * to the provider's method.
   */
  signMessage: { params: SigningRequest | V1SigningRequest; data: unknown }
  /** Sends a transaction from the user's own wallet. The page responds with the hash of the transaction. */
  delegateTransaction: { params: WalletTransaction | V1WalletTransaction; data: string }
}

/**
 * A message to sign. `request` contains the data that some wallet families require in addition to the text:
 * the sign doc for Cosmos, the nonce for Aptos, or the payload for TON.
 */
export type SigningRequest = { message: string; account: string; request: unknown }

/**
 * A v1 message to sign. It is a string for every family except Aptos, because the published client chooses
 * between its two signing methods depending on whether it receives a string.
 */
export type V1SigningRequest = string | { message: string; nonce: string }

/** A transaction for the user's wallet, in the v2 format. */
export type WalletTransaction = { chainId: string; from: string; to: string; data: string; value: string }

/**
 * A transaction for the user's wallet, in the published client's format: numbers are hexadecimal, and every
 * key is present.
 */
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

/** Network fees of a transaction, in hexadecimal. */
export type TransactionFees = { gasLimit: string; gasPrice: string }

/** Verification result that the hosting page receives. */
export type KycResultsMessage = { kycStatus: string; verifierValues: Record<string, boolean | null> }

/**
 * Message from the frame to the page in v1, sent with `window.parent.postMessage(message, origin)`. In v1,
 * `finished` makes the client remove the frame, so it is sent only once: when the person leaves the success
 * screen or is idle on it. In v2, it is sent as soon as the success screen is shown, and the page keeps the
 * frame until `close`.
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

/** Message from the page to the frame in v1. */
export type PageMessage =
  | { id: string; message: 'ok'; data: unknown }
  | { id: string; message: string }
  | { event: 'colorChanged'; data: 'dark' | 'light' }

/**
 * First message of v2. The frame's URL contains `v=2` and no access token. When the frame has rendered, it
 * posts `hello` to its parent (the `origin` of its URL) in addition to v1's `prepared`. The widget responds
 * with `welcome` and a MessagePort (`event.ports[0]`). From then on, all messages use the port, except v1's
 * `finished` with the KYC results. A frame that receives no `welcome` within a second continues in v1, as
 * does a widget that receives `prepared` without `hello`.
 */
export type FrameHello = { channelId: string; event: 'hello'; versions: number[] }
/**
 * Response to `hello`. `methods` lists the requests that the page's provider supports. If it is missing, all
 * requests are supported.
 */
export type WidgetWelcome = { channelId: string; event: 'welcome'; version: 2; methods?: PageMethod[] }

/** Message from the frame to the widget over the port. */
export type PortFrameMessage =
  | { event: 'ready' }
  | { event: 'step'; name: string; index: number; of: number }
  | { event: 'error'; code: string; text: string }
  | { event: 'finished'; verifiedAddress: string; programNo: string; kycResults?: KycResultsMessage }
  | { event: 'close' }
  /** Response to `closing`. States whether the person agrees to close the frame. */
  | { event: 'closingAnswer'; close: boolean }
  | { id: string; method: PageMethod; params: unknown }

/** Message from the widget to the frame over the port. */
export type PortWidgetMessage =
  | { id: string; message: 'ok'; data: unknown }
  | { id: string; message: string }
  | { event: 'colorChanged'; data: 'dark' | 'light' }
  | { event: 'chainChanged'; data: string }
  /** Sent when Escape is pressed outside the frame. The frame then asks the person whether to close it. */
  | { event: 'closing' }
