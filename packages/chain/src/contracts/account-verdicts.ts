/** The contract's verdicts in its order, each with what it means. */
export const accountVerdicts = [
  ['approved', 'The user may pass.'],
  ['no-question-set', 'The cooperator has no question set on this chain.'],
  ['not-approved', 'The user never answered, or the answer was taken back.'],
  ['old-question-set', 'The cooperator changed its questions since the user answered.'],
  ['expired', "The user's answer is too old."],
  ['wallet-released', "The user's wallet was given up, as one does with a lost one."],
  [
    'token-not-valid',
    'The token is burned, or the kind that the cooperator asks for is revoked or expired on it.',
  ],
  ['handle-revoked', 'The credential behind the answer was revoked.'],
  ['issuer-removed', 'The issuer of the credential behind the answer is not accepted any more.'],
] as const
