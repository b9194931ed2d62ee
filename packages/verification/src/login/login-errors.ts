import { UserError } from '@touchstone/common'

const errors = {
  'email-malformed': {
    message: 'This does not look like an e-mail address.',
    remedy: 'Check it and try again.',
  },
  'code-wrong': { message: 'The code is incorrect.', remedy: 'Enter the code from the latest e-mail.' },
  'code-expired': { message: 'The code has expired.', remedy: 'Request a new one.' },
  paused: {
    message: 'Too many wrong codes were entered for this address.',
    remedy: 'Request a new code. It has twelve characters and can be used immediately.',
  },
  'too-many': {
    message: 'There were too many attempts.',
    remedy: 'Request a new code. If this request is refused too, wait an hour.',
  },
  'too-soon': { message: 'A code was sent a moment ago.', remedy: 'Wait half a minute for the e-mail.' },
  'mail-failed': {
    message: 'The e-mail could not be sent.',
    remedy: 'Try again in a moment. Your progress is saved.',
    retryable: true,
  },
  'account-unknown': {
    message: 'The site did not provide this account.',
    remedy: 'Choose one of the accounts shown.',
  },
  'signature-wrong': {
    message: 'The signature does not match the request.',
    remedy: 'Try again with the wallet of the account shown.',
  },
  'signature-expired': { message: 'The signature request has expired.', remedy: 'Try again.' },
  'wallet-unsupported': {
    message: 'This type of wallet cannot be used to log in here.',
    remedy: 'Use a wallet that signs with its own key.',
  },
  'wallet-unchecked': {
    message: 'Wallets on this chain cannot be used to log in here.',
    remedy: 'Use a wallet on another chain, or contact the site.',
  },
  'node-unavailable': {
    message: "The wallet's chain is not responding at the moment.",
    remedy: 'Try again in a moment. Your progress is saved.',
    retryable: true,
  },
} satisfies Record<string, { message: string; remedy: string; retryable?: boolean }>

/** Errors that a person can see during login. */
export function loginError(kind: keyof typeof errors): UserError {
  return new UserError({ code: `login.${kind}`, ...errors[kind] })
}
