import { isServedOverHttps } from '@touchstone/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../plugins/services.ts'

/** The cookie names: `flow` for a browser that requested a code, and `session` for a signed-in member. */
export type CookieName = 'flow' | 'session'

const names = { flow: 'touchstone-sign-in', session: 'touchstone-session' } as const
/** The format of the service's tokens. A value in any other format is not looked up in the store. */
const form = /^[\w-]{43}$/

export function readCookie(
  services: Services,
  request: FastifyRequest,
  name: CookieName,
): string | undefined {
  const value = request.cookies[fullName(services, name)]
  return value !== undefined && form.test(value) ? value : undefined
}

/** Sets a cookie that is limited to this site, hidden from scripts, and deleted when the browser closes. */
export function setCookie(services: Services, reply: FastifyReply, name: CookieName, value: string): void {
  reply.setCookie(fullName(services, name), value, optionsOf(services))
}

export function clearCookie(services: Services, reply: FastifyReply, name: CookieName): void {
  reply.clearCookie(fullName(services, name), optionsOf(services))
}

/**
 * Over https, browsers accept a cookie with the prefix `__Host-` only from the host itself. Without the
 * prefix, a neighbouring host or a page over http could replace the session with another one.
 */
function fullName({ runtime }: Services, name: CookieName): string {
  return isServedOverHttps(runtime.settings) ? `__Host-${names[name]}` : names[name]
}

/** Without https, for example on a developer's machine, browsers discard secure cookies. */
function optionsOf({ runtime }: Services) {
  const secure = isServedOverHttps(runtime.settings)
  // The prefix requires the path /.
  return { path: secure ? '/' : '/dashboard', httpOnly: true, sameSite: 'strict', secure } as const
}
