/** The arguments of a listener, by event. */
export type WidgetEvents = {
  /** The MeID flow is complete, and the service confirmed the grant. */
  meidFinished: [results: FinishedResults]
  /** The KYC flow is complete, and the service confirmed the grant. */
  kycFinished: [results: FinishedResults]
  /** The person closed the widget. */
  close: []
  /** The frame is drawn. */
  ready: []
  /** The current step (v2 frames only). */
  step: [step: { name: string; index: number; of: number }]
  /** A problem, with a stable code and a readable message. */
  error: [error: { code: string; text: string }]
}

/**
 * The result of a flow. Trust it only if `isGrant` is true and `associatedAccount` is your user's account in
 * lowercase.
 */
export type FinishedResults = { isGrant: boolean; associatedAccount: string }
