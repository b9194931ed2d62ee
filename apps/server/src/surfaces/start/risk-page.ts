import { explainRiskScore } from '@touchstone/kyt'
import type { FastifyInstance } from 'fastify'
import { pageHeaders, renderMessagePage, renderRiskPage, riskPagePath } from '../../pages/index.ts'
import { classifyError } from '../../plugins/classify-error.ts'
import type { Services } from '../../plugins/services.ts'
import { explainCurl } from './demo-curl.ts'
import type { StartPageSource } from './start-page.ts'

/** Serves the explanation of a demo address. Without the demo, this page does not exist. */
export function addRiskPage(app: FastifyInstance, services: Services, source: StartPageSource): void {
  const options = { schema: { hide: true }, exposeHeadRoute: true }
  app.get(riskPagePath(':number'), options, async (request, reply) => {
    const { demo } = source
    const { number } = request.params as { number: string }
    const requested = /^[1-9]\d{0,3}$/.test(number) ? demo?.file.addresses[Number(number) - 1] : undefined
    if (demo === undefined || requested === undefined) return reply.callNotFound()
    request.trail.operation = 'risk-page'
    reply.headers(pageHeaders)
    try {
      const { coin, address, what } = requested
      const { kytReader } = services
      const { mchNo } = demo.file
      const policy = await kytReader.policyOf(mchNo)
      const caller = { owner: mchNo, isTimed: true }
      const explanation = await explainRiskScore(kytReader, { coin, address }, policy, caller)
      return renderRiskPage({
        coin,
        address,
        what,
        explanation,
        curl: explainCurl(demo, services.runtime.settings, requested),
      })
    } catch (error) {
      const { kind, retryAfterSeconds = 2 } = classifyError(error)
      if (kind !== 'notReady') throw error
      reply.code(503).header('retry-after', String(retryAfterSeconds))
      return renderMessagePage({
        title: 'The ledger is not responding',
        text: 'The explanation is calculated from the ledger. Nothing is lost. Try again in a moment.',
        links: [
          { href: riskPagePath(Number(number)), label: 'Try again' },
          { href: '/', label: 'Start page' },
        ],
      })
    }
  })
}
