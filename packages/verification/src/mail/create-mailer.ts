import { createTransport } from 'nodemailer'
import type { Mailer } from '../ports.ts'
import { codeMail } from './code-mail.ts'
import type { Mailbox } from './mailbox.ts'
import { RefusedAddressError } from './refused-address-error.ts'

const waitMs = 10_000

/** Mails go to the server of that address; without one the built-in mailbox takes them. */
export function createMailer(options: {
  smtpUrl: string | undefined
  from: string
  mailbox: Mailbox
}): Mailer {
  const { smtpUrl, from, mailbox } = options
  if (smtpUrl === undefined) {
    return {
      isMailbox: true,
      async sendCode({ to, code, locale, merchant, purpose = 'verify' }) {
        const { subject } = codeMail({ code, locale, merchant, purpose })
        await mailbox.put({ to, code, merchant, subject })
      },
      close() {},
    }
  }

  // No pool: it sends again on its own when a connection breaks, and nothing is to be sent twice.
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    isMailbox: false,
    async sendCode({ to, code, locale, merchant, purpose = 'verify' }) {
      try {
        // As an object, the address is not read as a list of several.
        const mail = { from, to: { name: '', address: to }, ...codeMail({ code, locale, merchant, purpose }) }
        await transport.sendMail({ ...mail, headers: { 'Auto-Submitted': 'auto-generated' } })
      } catch (error) {
        // What the server says about it may hold the address.
        throw isRefusal(error)
          ? new RefusedAddressError()
          : new Error(`the mail server failed: ${nameOf(error)}`)
      }
    },
    close: () => transport.close(),
  }
}

function isRefusal(error: unknown): boolean {
  const {
    code,
    command,
    responseCode = 0,
  } = error as {
    code?: string
    command?: string
    responseCode?: number
  }
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 500
}

function nameOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'unknown reason'
}
