import { ServiceError } from '@touchstone/contract'
import type { FastifyReply } from 'fastify'

/** Given when the caller has hung up before the answer: work that nobody waits for can end. */
export function signalOfHangUp(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    // Nobody reads this; it only must not count as a failure of the service.
    if (!reply.raw.writableFinished) controller.abort(new ServiceError('notReady'))
  })
  return controller.signal
}
