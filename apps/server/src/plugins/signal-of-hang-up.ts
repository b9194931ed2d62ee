import { ServiceError } from '@touchstone/contract'
import type { FastifyReply } from 'fastify'

/**
 * Returns a signal that aborts when the caller disconnects before the response is sent, so that unneeded work
 * can stop.
 */
export function signalOfHangUp(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    // No client receives this error. It only prevents the abort from being counted as a failure of the
    // service.
    if (!reply.raw.writableFinished) controller.abort(new ServiceError('notReady'))
  })
  return controller.signal
}
