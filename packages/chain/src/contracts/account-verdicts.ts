/** The verdicts of the contract in enum order, each with a sentence. */
export const accountVerdicts = [
  ['The user is approved.', 'The user may pass.'],
  ['The cooperator has no question set on this chain.', 'The cooperator has no question set on this chain.'],
  ['The user has no approval, or it was revoked.', 'The user never answered, or the answer was taken back.'],
  [
    "The cooperator has changed its questions since the user's approval.",
    'The cooperator changed its questions since the user answered.',
  ],
  ["The user's approval has expired.", "The user's answer is too old."],
  [
    "The user's wallet was released, for example because it was lost.",
    "The user's wallet was given up, as one does with a lost one.",
  ],
  [
    'token-not-valid',
    'The token was burned, or the kind that the cooperator requires is revoked or expired.',
  ],
  ['The credential used for the approval was revoked.', 'The credential behind the answer was revoked.'],
  [
    'The issuer of the credential used for the approval is no longer accepted.',
    'The issuer of the credential behind the answer is not accepted any more.',
  ],
] as const
