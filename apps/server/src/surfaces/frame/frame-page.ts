import { join } from 'node:path'
import { ServiceError } from '@touchstone/contract'
import { ancestorsOf, isOriginAllowed } from '@touchstone/verification'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { siteFolder } from '../../files/site-files.ts'
import { staticFile } from '../../files/static-file.ts'
import { renderMessagePage } from '../../pages/index.ts'
import { classifyError } from '../../plugins/classify-error.ts'
import { applyRateLimit, type RatePolicy } from '../../plugins/rate-limit/apply-rate-limit.ts'
import { openCallPolicies } from '../../plugins/rate-limit/open-call-policies.ts'
import type { Services } from '../../plugins/services.ts'
import { isFrameHost } from './is-frame-host.ts'

/** The headers of the verification page: it runs its own code alone, talks to its own server alone. */
function frameHeaders(ancestors: readonly string[]): Record<string, string> {
  const sources = ancestors.length > 0 ? ancestors.join(' ') : "'none'"
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "worker-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' blob: data:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${sources}`,
    ].join('; '),
    'permissions-policy': 'camera=(self), geolocation=(self)',
    ...common(),
  }
}

/** Of the page that only says that a site may not show it: it can be seen on every site, and does nothing. */
const refusalHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors *",
  ...common(),
}

function common(): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}

const page = staticFile(join(siteFolder('@touchstone/frame'), 'index.html'))

/** The same page, opened by itself: on a phone, or where a data provider sends people back to. */
export function addOwnPages(app: FastifyInstance): void {
  for (const path of ['/phone', '/provider-return']) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => sendPage(request, reply, []))
  }
}

/** What `/` is with an `appId`: the page for the sites that the merchant's programs name, a refusal for all others. */
export async function sendFrame(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  request.trail.operation = 'frame-page'
  if (!isFrameHost(services, request)) throw new ServiceError('noSuchPath')
  if (services.phase.current !== 'serving') throw new ServiceError('notReady', { retryAfterSeconds: 2 })
  const { production } = services.runtime.settings
  const asked = request.query as Record<string, unknown>
  const policies = openCallPolicies(request, typeof asked.appId === 'string' ? asked.appId : '')
  if (!(await isWithin(services, policies, reply))) return sendTooMany(reply)
  const programs = await programsMeant(services, asked)
  const origin = typeof asked.origin === 'string' ? asked.origin : undefined
  // Nothing of a merchant that is not known is on any list: the page itself says so, where it can be seen.
  const listed = programs.length > 0 ? programs : [{ allowedDomains: [] }]
  const allowed = listed.some(
    (program) => origin !== undefined && isOriginAllowed(program, origin, production),
  )
  if (programs.length === 0) {
    return await sendPage(request, reply, ["'self'", ...(allowed && origin !== undefined ? [origin] : [])])
  }
  if (origin !== undefined && !allowed) return sendRefusal(reply)
  return await sendPage(request, reply, ancestorsOf(programs, production))
}

async function isWithin(services: Services, policies: RatePolicy[], reply: FastifyReply): Promise<boolean> {
  try {
    await applyRateLimit(services.limiter, policies, reply)
    return true
  } catch (error) {
    const { kind, retryAfterSeconds } = classifyError(error)
    if (kind !== 'rateLimit') throw error
    reply.header('retry-after', String(retryAfterSeconds ?? 1))
    return false
  }
}

async function programsMeant(services: Services, asked: Record<string, unknown>) {
  const { appId, programNo } = asked
  const access = typeof appId === 'string' ? await services.accessService.merchantByNo(appId) : undefined
  const all = access?.programs ?? []
  const named = all.filter((program) => program.programNo === programNo)
  return named.length > 0 ? named : all
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  ancestors: readonly string[],
): Promise<FastifyReply> {
  request.trail.operation = 'frame-page'
  reply.headers(frameHeaders(ancestors))
  const { body } = await page.in('identity').catch(notBuilt)
  return reply.send(body)
}

function sendRefusal(reply: FastifyReply): FastifyReply {
  return reply
    .code(403)
    .headers(refusalHeaders)
    .send(
      renderMessagePage({
        title: 'This site is not allowed',
        text: 'The verification was opened by a site that is not on the list of its program. Nothing of yours was sent. If the site is yours, add its address to the allowed domains.',
        links: [],
      }),
    )
}

function sendTooMany(reply: FastifyReply): FastifyReply {
  return reply
    .code(429)
    .headers(refusalHeaders)
    .send(
      renderMessagePage({
        title: 'Too many at once',
        text: 'This page was opened too often from your network in this moment. Nothing is lost: try again in a few seconds.',
        links: [],
      }),
    )
}

function notBuilt(cause: unknown): never {
  throw new ServiceError('notReady', { cause })
}
