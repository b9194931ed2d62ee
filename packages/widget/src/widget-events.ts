/** What a listener is called with, by event. */
export type WidgetEvents = {
  meidFinished: [results: FinishedResults]
  kycFinished: [results: FinishedResults]
  close: []
  ready: []
  step: [step: { name: string; index: number; of: number }]
  error: [error: { code: string; text: string }]
}

/** Trust it only when `isGrant` is true and `associatedAccount` is your user's account in lower case. */
export type FinishedResults = { isGrant: boolean; associatedAccount: string }
