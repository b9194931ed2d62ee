import { UserError } from '@touchstone/common'

const errors = {
  'email-malformed': {
    message: 'This does not look like an e-mail address.',
    remedy: 'Look it over and try again.',
  },
  'code-wrong': { message: 'That is not the code that we sent.', remedy: 'Look it up in the newest mail.' },
  'code-expired': { message: 'That code is too old.', remedy: 'Ask for a new one.' },
  'too-many': {
    message: 'There were too many tries.',
    remedy: 'Ask for a new code; if that is refused too, wait an hour.',
  },
  'too-soon': { message: 'A code was sent a moment ago.', remedy: 'Wait half a minute for the mail.' },
  'mail-failed': {
    message: 'We could not send the mail.',
    remedy: 'Try again in a moment; nothing is lost.',
    retryable: true,
  },
  'account-unknown': {
    message: 'The site did not name this account.',
    remedy: 'Choose one of the accounts that are shown.',
  },
  'signature-wrong': {
    message: 'The wallet did not sign what we asked for.',
    remedy: 'Try again with the wallet of the account that is shown.',
  },
  'signature-expired': { message: 'The wallet took too long to sign.', remedy: 'Try again.' },
  'wallet-unsupported': {
    message: 'A wallet of this kind can not log in here.',
    remedy: 'Use a wallet that signs with a key of its own.',
  },
  'node-unavailable': {
    message: 'The chain of this wallet does not answer at the moment.',
    remedy: 'Try again in a moment; nothing is lost.',
    retryable: true,
  },
} satisfies Record<string, { message: string; remedy: string; retryable?: boolean }>

/** What a person who logs in can meet. */
export function loginError(kind: keyof typeof errors): UserError {
  return new UserError({ code: `login.${kind}`, ...errors[kind] })
}
