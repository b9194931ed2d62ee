import type { FastifyRequest } from 'fastify'
import type { Services } from '../../plugins/services.ts'

/** A surface with its own host name responds only to requests for that name. */
export function isFrameHost(services: Services, request: FastifyRequest): boolean {
  const host = services.runtime.settings.surfaceHosts.frame
  return host === undefined || request.hostname.toLowerCase() === host
}
