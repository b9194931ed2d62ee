import type { Settings } from '@touchstone/runtime'
import { mailStates } from '@touchstone/verification'
import type { FastifyInstance } from 'fastify'
import { mailboxPagePath, pageHeaders, renderMailboxPage } from '../../pages/index.ts'
import type { Services } from '../../plugins/services.ts'

export function addMailboxPage(app: FastifyInstance, services: Services): void {
  if (!hasMailbox(services.runtime.settings)) return
  app.get(mailboxPagePath, { schema: { hide: true } }, async (request, reply) => {
    request.trail.operation = 'mailbox-page'
    const mails = await services.runtime.mailbox.list()
    const states = await mailStates(services.runtime.verification, mails)
    reply.headers(pageHeaders)
    return renderMailboxPage({
      mails: mails.map((mail, index) => ({ ...mail, state: states[index] ?? 'ended' })),
    })
  })
}

/**
 * Anyone with access to the service can read the mailbox, so it is available only outside production and
 * without a mail server.
 */
export function hasMailbox({ production, smtpUrl }: Settings): boolean {
  return !production && smtpUrl === undefined
}
