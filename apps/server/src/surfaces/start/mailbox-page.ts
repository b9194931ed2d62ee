import { shortenedLogin } from '@touchstone/verification'
import type { FastifyInstance } from 'fastify'
import { mailboxPagePath, pageHeaders, renderMailboxPage } from '../../pages/index.ts'
import type { Services } from '../../services.ts'
import { hasMailbox } from './has-mailbox.ts'

/** The page asks for itself again, to see what is new. */
const headers = {
  ...pageHeaders,
  'content-security-policy': `${pageHeaders['content-security-policy']}; connect-src 'self'`,
}

export function addMailboxPage(app: FastifyInstance, services: Services): void {
  if (!hasMailbox(services.runtime.settings)) return
  app.get(mailboxPagePath, { schema: { hide: true } }, async (request, reply) => {
    request.trail.operation = 'mailbox-page'
    const mails = await services.runtime.mailbox.list()
    reply.headers(headers)
    return renderMailboxPage({ mails: mails.map((mail) => ({ ...mail, to: shortenedLogin(mail.to) })) })
  })
}
