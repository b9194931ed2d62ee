import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../plugins/services.ts'

/** The cookie names: `flow` for a browser that requested a code, and `session` for a signed-in member. */
export type CookieName = 'flow' | 'session'

const names = { flow: 'touchstone-sign-in', session: 'touchstone-session' } as const
/** The format of the service's tokens. A value in any other format is not looked up in the store. */
const form = /^[\w-]{43}$/

export function readCookie(request: FastifyRequest, name: CookieName): string | undefined {
  const value = request.cookies[names[name]]
  return value !== undefined && form.test(value) ? value : undefined
}

/** Sets a cookie that is limited to this site, hidden from scripts, and deleted when the browser closes. */
export function setCookie(services: Services, reply: FastifyReply, name: CookieName, value: string): void {
  reply.setCookie(names[name], value, optionsOf(services))
}

export function clearCookie(services: Services, reply: FastifyReply, name: CookieName): void {
  reply.clearCookie(names[name], optionsOf(services))
}

/** Without https, for example on a developer's machine, browsers discard secure cookies. */
function optionsOf({ runtime }: Services) {
  const { publicUrl, production } = runtime.settings
  const secure = production || publicUrl?.startsWith('https://') === true
  return { path: '/dashboard', httpOnly: true, sameSite: 'strict', secure } as const
}
