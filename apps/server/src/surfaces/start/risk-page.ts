import { explainRiskScore } from '@touchstone/kyt'
import type { FastifyInstance } from 'fastify'
import { pageHeaders, renderMessagePage, renderRiskPage, riskPagePath } from '../../pages/index.ts'
import { classifyError } from '../../plugins/classify-error.ts'
import type { Services } from '../../plugins/services.ts'
import { explainCurl } from './demo-curl.ts'
import type { StartPageSource } from './start-page.ts'

/** The explanation of a demo address. Without the demo there is no such page. */
export function addRiskPage(app: FastifyInstance, services: Services, source: StartPageSource): void {
  const options = { schema: { hide: true }, exposeHeadRoute: true }
  app.get(riskPagePath(':number'), options, async (request, reply) => {
    const { demo } = source
    const { number } = request.params as { number: string }
    const asked = /^[1-9]\d{0,3}$/.test(number) ? demo?.file.addresses[Number(number) - 1] : undefined
    if (demo === undefined || asked === undefined) return reply.callNotFound()
    request.trail.operation = 'risk-page'
    reply.headers(pageHeaders)
    try {
      const { coin, address, what } = asked
      const policy = await services.kytReader.policyOf(demo.file.mchNo)
      const explanation = await explainRiskScore(services.kytReader, { coin, address }, policy)
      return renderRiskPage({
        coin,
        address,
        what,
        explanation,
        curl: explainCurl(demo, services.runtime.settings, asked),
      })
    } catch (error) {
      const { kind, retryAfterSeconds = 2 } = classifyError(error)
      if (kind !== 'notReady') throw error
      reply.code(503).header('retry-after', String(retryAfterSeconds))
      return renderMessagePage({
        title: 'The ledger does not answer',
        text: 'The explanation is made from it. Nothing is lost: try again in a moment.',
        links: [
          { href: riskPagePath(Number(number)), label: 'Try again' },
          { href: '/', label: 'Start page' },
        ],
      })
    }
  })
}
