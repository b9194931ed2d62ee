import type { Demo } from '@touchstone/demo'
import { getRiskScore } from '@touchstone/kyt'
import { isOriginAllowed } from '@touchstone/verification'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  assetsPath,
  type DemoAddress,
  demoSitePath,
  docsPath,
  explorerLink,
  formerRiskPath,
  loadPageAssets,
  mailboxPagePath,
  pageHeaders,
  renderStartPage,
  type StartPageModel,
} from '../../pages/index.ts'
import type { Services } from '../../plugins/services.ts'
import { dashboardUrl, surfaceUrls } from '../../surface-urls.ts'
import { version } from '../../version.ts'
import { sendFrame } from '../frame/frame-page.ts'
import { demoCall, scoreCurl } from './demo-curl.ts'
import { demoThief } from './example-calls.ts'
import { hasMailbox } from './mailbox-page.ts'

/**
 * Maximum time that the page waits for scores. A score that takes longer is cached and shown on the next page
 * view.
 */
const longestWaitMs = 2000

/**
 * Returns the demo addresses with their scores as the demo merchant sees them. Scores are missing if the
 * ledger does not respond.
 */
async function demoRisks({ kytReader }: Services, { file }: Demo): Promise<DemoAddress[]> {
  const riskOf = async (requested: { coin: string; address: string }): Promise<DemoAddress['risk']> => {
    try {
      const {
        score,
        risk_level: level,
        coverage,
      } = await getRiskScore(kytReader, requested, await kytReader.policyOf(file.mchNo), {
        owner: file.mchNo,
        isTimed: true,
      })
      return { score, level, coverage: coverage.state }
    } catch {
      return undefined
    }
  }
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), longestWaitMs)
  })
  const addresses = await Promise.all(
    file.addresses.map(async ({ coin, address, what }) => ({
      coin,
      address,
      what,
      risk: await Promise.race([riskOf({ coin, address }), tooLong]),
    })),
  )
  clearTimeout(timer)
  return addresses
}

/** The content of the start page except for the state of the service. */
export type StartPageSource = { demo: Demo | undefined; url: string }

export function addStartPage(app: FastifyInstance, services: Services, source: StartPageSource): void {
  app.get('/', { schema: { hide: true }, exposeHeadRoute: true }, async (request, reply) => {
    if (Object.hasOwn(request.query as object, 'appId')) return await sendFrame(services, request, reply)
    request.trail.operation = 'start-page'
    reply.headers(pageHeaders)
    return renderStartPage(await modelOf(request, services, source))
  })

  // Earlier versions had a page for each demo address here.
  app.get(`${formerRiskPath}:number`, { schema: { hide: true } }, async (request, reply) => {
    request.trail.operation = 'former-risk-page'
    const { number } = request.params as { number: string }
    // The demo is created after the routes have been added.
    const found = source.demo?.file.addresses[Number(number) - 1]
    if (found === undefined) return reply.callNotFound()
    return reply.redirect(explorerLink(dashboardUrl(services.runtime.settings, source.url), found), 301)
  })

  const assets = loadPageAssets()
  app.get(`${assetsPath}*`, { schema: { hide: true } }, async (request, reply) => {
    request.trail.operation = 'asset'
    const asset = assets.get((request.params as { '*': string })['*'])
    if (!asset) return reply.callNotFound()
    reply.header('etag', asset.etag)
    reply.header('cache-control', 'public, max-age=300')
    if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
    reply.type(asset.contentType)
    return asset.body
  })
}

async function modelOf(
  request: FastifyRequest,
  services: Services,
  { demo, url }: StartPageSource,
): Promise<StartPageModel> {
  const { settings } = services.runtime
  return {
    version,
    urls: {
      ...surfaceUrls(settings, url),
      docs: docsPath,
      openapiDocument: '/openapi.json',
      health: '/health/ready',
      dashboard: dashboardUrl(settings, url),
      mailbox: hasMailbox(settings) ? mailboxPagePath : undefined,
    },
    demo: demo && {
      mchNo: demo.file.mchNo,
      apiKey: demo.file.apiKey,
      programs: demo.programs.map(({ kind, name, programNo }) => ({ kind, name, programNo })),
      site: isSiteAllowed(request, services, demo) ? demoSitePath : undefined,
      call: demoCall(demo, settings),
      statuses: demo.examples,
      addresses: await demoRisks(services, demo),
      firstAddress: demoThief(demo),
      scoreCurl: scoreCurl(demo, settings),
    },
    store: services.runtime.database.engine,
    ledger: services.runtime.ledger.place,
  }
}

/** If the page is opened from another machine, the browser refuses to embed the verification. */
function isSiteAllowed(request: FastifyRequest, { runtime }: Services, { programs, file }: Demo): boolean {
  const program = programs.find(({ programNo }) => programNo === file.programNo)
  const origin = `${request.protocol}://${request.host}`
  return program !== undefined && isOriginAllowed(program, origin, runtime.settings.production)
}
