import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../plugins/services.ts'

/** `flow`: of a browser that asked for a code; `session`: of who is signed in. */
export type CookieName = 'flow' | 'session'

const names = { flow: 'touchstone-sign-in', session: 'touchstone-session' } as const
/** A token of ours, so that nothing else reaches the store. */
const form = /^[\w-]{43}$/

export function readCookie(request: FastifyRequest, name: CookieName): string | undefined {
  const value = request.cookies[names[name]]
  return value !== undefined && form.test(value) ? value : undefined
}

/** Only our own pages send it along, no script reads it, and it ends with the browser. */
export function setCookie(services: Services, reply: FastifyReply, name: CookieName, value: string): void {
  reply.setCookie(names[name], value, optionsOf(services))
}

export function clearCookie(services: Services, reply: FastifyReply, name: CookieName): void {
  reply.clearCookie(names[name], optionsOf(services))
}

/** Where the service is not reached by https a browser would drop a secure cookie: on the machine of who tries it. */
function optionsOf({ runtime }: Services) {
  const { publicUrl, production } = runtime.settings
  const secure = production || publicUrl?.startsWith('https://') === true
  return { path: '/dashboard', httpOnly: true, sameSite: 'strict', secure } as const
}
