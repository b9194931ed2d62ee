import {
  ForgetPerson,
  ForgetPreview,
  ForgetPreviewQuery,
  type ForgetReceipt,
  ForgetReceiptView,
  ServiceHealth,
  type Static,
} from '@touchstone/contract'
import { forgetById, previewForgetting } from '@touchstone/verification'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { changedBy } from './changed-by.ts'
import { dashboardServer } from './serve-dashboard.ts'
import { serviceHealth } from './service-health.ts'

/** Routes for the operator: showing the state of the service, and deleting a person's data everywhere. */
export function addServiceRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const { verification } = services.runtime
  serve({
    method: 'GET',
    path: '/operator/health',
    permission: 'service.read',
    answer: ServiceHealth,
    handle: async () => await serviceHealth(services),
  })
  serve<Static<typeof ForgetPreviewQuery>>({
    method: 'POST',
    path: '/operator/forget/preview',
    permission: 'people.forget',
    body: ForgetPreviewQuery,
    answer: ForgetPreview,
    async handle({ body }) {
      const { receipt, ...preview } = await previewForgetting(verification, body)
      return { ...preview, receipt: receipt === undefined ? null : receiptView(receipt) }
    },
  })
  serve<ForgetPerson>({
    method: 'POST',
    path: '/operator/forget',
    permission: 'people.forget',
    body: ForgetPerson,
    answer: ForgetReceiptView,
    handle: async (call) => receiptView(await forgetById(verification, call.body, changedBy(call))),
  })
}

function receiptView({ receiptId, at, complete, removed }: ForgetReceipt): ForgetReceiptView {
  return { receiptId, at: new Date(at).toISOString(), complete, ...removed }
}
