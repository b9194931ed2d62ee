import type { AddressInfo } from 'node:net'
import { accessOperations, envelopes, kycOperations, type Operation } from '@touchstone/contract'
import Fastify from 'fastify'
import { serveRole } from '../support/role.ts'

/** Constant responses by operation, recorded from the real server. */
export type BareQuestion = { answers: Record<string, object> } | 'CPU time'
export type BareAnswer = { port: number; cpuMs: number }

const operations: readonly Operation[] = Object.values({ ...accessOperations, ...kycOperations })

/**
 * The baseline: plain Fastify with the same request and response schemas, but without authentication, rate
 * limits, logging and application code.
 */
const serve = async (answers: Record<string, object>): Promise<number> => {
  const app = Fastify()
  for (const operation of operations) {
    const answer = answers[operation.id]
    if (answer === undefined) continue
    const { method, path: url, request, data, envelope } = operation
    app.route({
      method,
      url,
      schema: {
        ...(method === 'GET' ? { querystring: request } : { body: request }),
        response: { 200: JSON.parse(JSON.stringify(envelopes[envelope].success(data))) },
      },
      handler: async () => answer,
    })
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

let port = 0
serveRole<BareQuestion, BareAnswer>(async (question) => {
  if (typeof question === 'object') port = await serve(question.answers)
  const { user, system } = process.cpuUsage()
  return { port, cpuMs: (user + system) / 1000 }
})
