import { ServiceError } from '@touchstone/contract'
import type { Demo } from '@touchstone/demo'
import { checkGrant } from '@touchstone/kyc'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { demoSitePath, mailboxPagePath } from '../../pages/index.ts'
import { applyRateLimit } from '../../plugins/rate-limit/apply-rate-limit.ts'
import { openCallPolicies } from '../../plugins/rate-limit/open-call-policies.ts'
import type { Services } from '../../plugins/services.ts'
import { hasMailbox } from '../start/mailbox-page.ts'
import type { StartPageSource } from '../start/start-page.ts'
import { loadDemoSiteFiles } from './demo-site-files.ts'

const question = {
  type: 'object',
  required: ['account'],
  properties: { account: { type: 'string', minLength: 1, maxLength: 512 } },
}

/**
 * Serves the example page and the three operations of its backend, so that a verification can be tried
 * without a second process. Anyone can get a token for the demo merchant, because the start page shows the
 * merchant's key. A real site requires a login first.
 */
export function addDemoSite(app: FastifyInstance, services: Services, source: StartPageSource): void {
  if (!services.runtime.settings.demo) return
  const files = loadDemoSiteFiles()
  const options = { schema: { hide: true } }
  const demoOf = (request: FastifyRequest): Demo => {
    request.trail.operation = 'demo-site'
    if (source.demo === undefined) throw new ServiceError('notReady', { retryAfterSeconds: 2 })
    return source.demo
  }
  const limit = async (request: FastifyRequest, reply: FastifyReply, demo: Demo) =>
    await applyRateLimit(services.limiter, openCallPolicies(request, demo.file.mchNo), reply)

  // The trailing slash is required, because the page references its files with relative URLs.
  app.get(demoSitePath.slice(0, -1), options, async (request, reply) => {
    request.trail.operation = 'demo-site'
    return reply.redirect(demoSitePath, 301)
  })

  app.get<{ Params: { '*': string } }>(`${demoSitePath}*`, options, async (request, reply) => {
    const { file: demo } = demoOf(request)
    const file = files.get(request.params['*'] || 'index.html')
    if (!file) return reply.callNotFound()
    reply.headers(headersFor(demo)).type(file.contentType)
    return file.text.replaceAll('%TOUCHSTONE_URL%', demo.frameUrl)
  })

  app.get(`${demoSitePath}api/settings`, options, async (request, reply) => {
    const { file, merchant } = demoOf(request)
    reply.header('cache-control', 'no-store')
    return {
      touchstoneUrl: file.frameUrl,
      authUrl: file.authUrl,
      appId: file.mchNo,
      programNo: file.programNo,
      appName: merchant.name,
      chainId: '137',
      level: 'zkKYC',
      mode: 'email',
      demo: { home: '/', ...(hasMailbox(services.runtime.settings) && { mailbox: mailboxPagePath }) },
    }
  })

  app.post(`${demoSitePath}api/token`, options, async (request, reply) => {
    const demo = demoOf(request)
    await limit(request, reply, demo)
    reply.header('cache-control', 'no-store')
    return { accessToken: await services.tokenService.issue({ appId: demo.file.mchNo, mode: 'email' }) }
  })

  app.post(
    `${demoSitePath}api/verified`,
    { schema: { hide: true, body: question } },
    async (request, reply) => {
      const demo = demoOf(request)
      await limit(request, reply, demo)
      reply.header('cache-control', 'no-store')
      const { mchNo, programNo } = demo.file
      const { account: userAccount } = request.body as { account: string }
      const access = await services.accessService.merchantByNo(mchNo)
      const { isGrant } = await checkGrant(services.runtime.kyc, { access, userAccount, programNo })
      return { verified: isGrant }
    },
  )
}

/** Returns the response headers that the example's own server also sends. */
function headersFor({ frameUrl, authUrl }: Demo['file']): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${frameUrl}`,
      `style-src 'self' ${frameUrl}`,
      `connect-src 'self' ${frameUrl} ${authUrl}`,
      `frame-src ${frameUrl}`,
      "img-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'permissions-policy': ['camera', 'geolocation', 'clipboard-write']
      .map((name) => `${name}=(self "${frameUrl}")`)
      .join(', '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
}
