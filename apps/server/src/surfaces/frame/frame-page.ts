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

/**
 * Response headers of the verification page. They allow the page to run only its own code and to call only
 * its own server.
 */
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

/** Response headers of the refusal page, which any site can embed because it contains only text. */
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

/**
 * Serves the verification page as a top-level page: on a phone, at the address linked in a notice, or at a
 * data provider's return address.
 */
export function addOwnPages(app: FastifyInstance): void {
  for (const path of ['/phone', '/provider-return', '/objection']) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => sendPage(request, reply, []))
  }
}

/**
 * Serves `/` with an `appId`: the verification page for sites that the merchant's programs allow, and a
 * refusal page for all others.
 */
export async function sendFrame(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  request.trail.operation = 'frame-page'
  if (!isFrameHost(services, request)) throw new ServiceError('noSuchPath')
  if (services.phase.current !== 'serving') throw new ServiceError('notReady', { retryAfterSeconds: 2 })
  const { production } = services.runtime.settings
  const query = request.query as Record<string, unknown>
  const policies = openCallPolicies(request, typeof query.appId === 'string' ? query.appId : '')
  if (!(await isWithin(services, policies, reply))) return sendTooMany(reply)
  const programs = await requestedPrograms(services, query)
  const origin = typeof query.origin === 'string' ? query.origin : undefined
  // An unknown merchant has no allowed sites. If the verification page can be displayed, the page itself
  // reports the error.
  const listed = programs.length > 0 ? programs : [{ allowedDomains: [] }]
  const allowed = listed.some(
    (program) => origin !== undefined && isOriginAllowed(program, origin, production),
  )
  if (programs.length === 0) {
    return await sendPage(request, reply, ["'self'", ...(allowed && origin !== undefined ? [origin] : [])])
  }
  if (origin !== undefined && !allowed) return sendRefusal(reply, origin)
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

async function requestedPrograms(services: Services, query: Record<string, unknown>) {
  const { appId, programNo } = query
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

function sendRefusal(reply: FastifyReply, origin: string): FastifyReply {
  const site = nameOf(origin)
  return reply
    .code(403)
    .headers(refusalHeaders)
    .send(
      renderMessagePage({
        title: 'This site is not allowed',
        text: `${site ?? 'The site that opened the verification'} is not on the program’s list of allowed sites. None of your data was sent. If this is your site, add ${site ?? 'its origin'} to the program’s allowed sites.`,
        links: [],
      }),
    )
}

/** Returns the origin in its canonical form, or undefined if the text is not the origin of a site. */
function nameOf(text: string): string | undefined {
  try {
    const { origin, protocol } = new URL(text)
    return /^https?:$/.test(protocol) && origin.length <= 200 ? origin : undefined
  } catch {
    return undefined
  }
}

function sendTooMany(reply: FastifyReply): FastifyReply {
  return reply
    .code(429)
    .headers(refusalHeaders)
    .send(
      renderMessagePage({
        title: 'Too many requests',
        text: 'This page was opened too often from your network. Nothing is lost. Try again in a few seconds.',
        links: [],
      }),
    )
}

function notBuilt(cause: unknown): never {
  throw new ServiceError('notReady', { cause })
}
