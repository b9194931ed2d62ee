import { createTransport } from 'nodemailer'
import type { Mailer } from '../ports.ts'
import { type CodeMail, codeMail } from './code-mail.ts'
import type { Mailbox } from './mailbox.ts'
import { noticeMail } from './notice-mail.ts'
import { RefusedAddressError } from './refused-address-error.ts'

const waitMs = 10_000

/** Creates a mailer for the given mail server, or for the built-in mailbox if there is no address. */
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
      async sendNotice({ to, objectionUrl, ...notice }) {
        const { subject } = noticeMail(notice)
        const { merchant } = notice
        await mailbox.put({ to, code: '', merchant, subject, ...(objectionUrl && { link: objectionUrl }) })
      },
      async check() {},
      sendTest: (to) => mailbox.put({ to, code: '', merchant: '', subject: testMail.subject }),
      close() {},
    }
  }

  // Do not use a pool, because a pool resends mails after a connection failure and mails must not be sent
  // twice.
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const send = async (to: string, content: CodeMail): Promise<void> => {
    try {
      // Pass the address as an object, so that it is not parsed as a list of addresses.
      const mail = { from, to: { name: '', address: to }, ...content }
      await transport.sendMail({ ...mail, headers: { 'Auto-Submitted': 'auto-generated' } })
    } catch (error) {
      // Log only the code, because the server's message can contain the address.
      throw isRefusal(error)
        ? new RefusedAddressError()
        : new Error(`the mail server failed: ${nameOf(error)}`)
    }
  }
  return {
    isMailbox: false,
    sendCode: ({ to, code, locale, merchant, purpose = 'verify' }) =>
      send(to, codeMail({ code, locale, merchant, purpose })),
    sendNotice: ({ to, ...notice }) => send(to, noticeMail(notice)),
    async check() {
      try {
        await transport.verify()
      } catch (error) {
        throw new Error(`the mail server failed: ${nameOf(error)}`)
      }
    },
    sendTest: (to) => send(to, testMail),
    close: () => transport.close(),
  }
}

const testMail: CodeMail = {
  subject: 'Test message from Touchstone',
  text: 'The mail settings of this Touchstone service work. This message was requested with "touchstone doctor --mail".\n',
  html: '<p>The mail settings of this Touchstone service work. This message was requested with <code>touchstone doctor --mail</code>.</p>',
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
