/** The contract's verdicts in enum order, each with an explanatory sentence. */
export const accountVerdicts = [
  ['approved', 'The user is approved.'],
  ['no-question-set', 'The cooperator has no question set on this chain.'],
  ['not-approved', 'The user has no approval, or it was revoked.'],
  ['old-question-set', "The cooperator has changed its questions since the user's approval."],
  ['expired', "The user's approval has expired."],
  ['wallet-released', "The user's wallet was released, for example because it was lost."],
  [
    'token-not-valid',
    'The token was burned, or the kind that the cooperator requires is revoked or expired.',
  ],
  ['handle-revoked', 'The credential used for the approval was revoked.'],
  ['issuer-removed', 'The issuer of the credential used for the approval is no longer accepted.'],
  ['suspended', 'The approval is suspended, because a request by the person is pending.'],
] as const
