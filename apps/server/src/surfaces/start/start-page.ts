import { type Operation, operations } from '@touchstone/contract'
import type { FastifyInstance } from 'fastify'
import type { Demo } from '../../demo/ensure-demo.ts'
import {
  assetsPath,
  loadPageAssets,
  mailboxPagePath,
  pageHeaders,
  renderStartPage,
  type StartPageModel,
} from '../../pages/index.ts'
import type { Services } from '../../services.ts'
import { version } from '../../version.ts'
import { sendFrame } from '../frame/frame-page.ts'
import { demoCurl, scoreCurl } from './demo-curl.ts'
import { demoRisks } from './demo-risks.ts'
import { hasMailbox } from './has-mailbox.ts'

/** What the start page tells besides what the service knows of itself. */
export type StartPageSource = { demo: Demo | undefined; url: string }

export function addStartPage(app: FastifyInstance, services: Services, source: StartPageSource): void {
  app.get('/', { schema: { hide: true }, exposeHeadRoute: true }, async (request, reply) => {
    if (Object.hasOwn(request.query as object, 'appId')) return await sendFrame(services, request, reply)
    request.trail.operation = 'start-page'
    reply.headers(pageHeaders)
    return renderStartPage(await modelOf(app, services, source))
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
  app: FastifyInstance,
  services: Services,
  { demo, url }: StartPageSource,
): Promise<StartPageModel> {
  const served = Object.values<Operation>(operations).filter(({ method, path }) =>
    app.hasRoute({ method, url: path }),
  )
  return {
    version,
    urls: {
      base: url,
      openapi: url,
      auth: url,
      docs: '/docs',
      openapiDocument: '/openapi.json',
      health: '/health/ready',
      mailbox: hasMailbox(services.runtime.settings) ? mailboxPagePath : undefined,
    },
    demo: demo && {
      mchNo: demo.file.mchNo,
      apiKey: demo.file.apiKey,
      programs: demo.programs.map(({ kind, name, programNo }) => ({ kind, name, programNo })),
      curl: demoCurl(demo),
      statuses: demo.examples,
      addresses: await demoRisks(services, demo),
      scoreCurl: scoreCurl(demo),
    },
    operations: served.map(({ group, summary, method, path }) => ({ group, summary, method, path })),
    store: services.runtime.database.engine,
    ledger: services.runtime.ledger.place,
  }
}
