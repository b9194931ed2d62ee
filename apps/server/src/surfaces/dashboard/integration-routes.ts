import {
  ConsoleCall,
  ConsoleOperations,
  ConsoleResponse,
  CreatedKey,
  CreatedWebhookSecret,
  CreateWebhookSecret,
  Deliveries,
  DeliveriesQuery,
  Done,
  Integration,
  Keys,
  ResendAlert,
  RevokeKey,
  RotateKey,
  SetWebhook,
  type Static,
  Webhook,
} from '@touchstone/contract'
import { addApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '@touchstone/kyc'
import { listDeliveries, showWebhook } from '@touchstone/kyt'
import { changeWebhookSecret, changeWebhookUrl, sendAlertAgain } from '@touchstone/runtime'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { surfaceUrls } from '../../surface-urls.ts'
import { callConsole } from './call-console.ts'
import { changedBy } from './changed-by.ts'
import { consoleOperations } from './console-fields.ts'
import { dashboardServer, done } from './serve-dashboard.ts'

/** Routes for the integration page: service URLs, API keys, webhooks and the test console. */
export function addIntegrationRoutes(app: FastifyInstance, services: Services): void {
  const { runtime } = services
  const base = '/merchants/:mchNo'
  const serve = dashboardServer(app, services)

  serve({
    method: 'GET',
    path: `${base}/integration`,
    permission: 'programs.read',
    answer: Integration,
    async handle({ mchNo = '' }) {
      const { settings, address } = runtime
      const { base: apiUrl, auth: authUrl } = surfaceUrls(settings, address.url)
      return { appId: mchNo, apiUrl, authUrl, frameUrl: settings.publicUrl ?? address.url }
    },
  })

  serve({
    method: 'GET',
    path: `${base}/keys`,
    permission: 'keys.change',
    answer: Keys,
    handle: async ({ context, mchNo = '' }) => ({ keys: await listApiKeys(context, { mchNo }) }),
  })
  serve({
    method: 'POST',
    path: `${base}/keys/add`,
    permission: 'keys.change',
    answer: CreatedKey,
    handle: async (call) => await addApiKey(call.context, { mchNo: call.mchNo ?? '' }, changedBy(call)),
  })
  serve<Static<typeof RotateKey>>({
    method: 'POST',
    path: `${base}/keys/rotate`,
    permission: 'keys.change',
    body: RotateKey,
    answer: CreatedKey,
    async handle(call) {
      const { keyId, graceSeconds } = call.body
      const which = { keyId, graceSeconds, mchNo: call.mchNo ?? '' }
      const rotated = await rotateApiKey(call.context, which, changedBy(call))
      return { keyId: rotated.keyId, apiKey: rotated.apiKey }
    },
  })
  serve<Static<typeof RevokeKey>>({
    method: 'POST',
    path: `${base}/keys/revoke`,
    permission: 'keys.change',
    body: RevokeKey,
    answer: Done,
    async handle(call) {
      const which = { keyId: call.body.keyId, mchNo: call.mchNo ?? '' }
      await revokeApiKey(call.context, which, changedBy(call))
      return done
    },
  })

  serve({
    method: 'GET',
    path: `${base}/webhook`,
    permission: 'webhooks.change',
    answer: Webhook,
    handle: async ({ mchNo = '' }) => await showWebhook(runtime.kyt, mchNo),
  })
  serve<Static<typeof SetWebhook>>({
    method: 'POST',
    path: `${base}/webhook`,
    permission: 'webhooks.change',
    body: SetWebhook,
    answer: Done,
    async handle(call) {
      await changeWebhookUrl(runtime, { mchNo: call.mchNo ?? '', url: call.body.url }, changedBy(call))
      return done
    },
  })
  serve<Static<typeof CreateWebhookSecret>>({
    method: 'POST',
    path: `${base}/webhook/secret`,
    permission: 'webhooks.change',
    body: CreateWebhookSecret,
    answer: CreatedWebhookSecret,
    async handle(call) {
      const { mchNo = '', body } = call
      const change = { mchNo, graceSeconds: body.graceSeconds }
      const { secret } = await changeWebhookSecret(runtime, change, changedBy(call))
      return { secret }
    },
  })
  serve<undefined, Static<typeof DeliveriesQuery>>({
    method: 'GET',
    path: `${base}/webhook/deliveries`,
    permission: 'webhooks.change',
    query: DeliveriesQuery,
    answer: Deliveries,
    handle: async ({ mchNo = '', query }) =>
      await listDeliveries(runtime.kyt, {
        ...{ merchant: mchNo },
        ...(query.before !== undefined && { before: Number(query.before) }),
      }),
  })
  serve<Static<typeof ResendAlert>>({
    method: 'POST',
    path: `${base}/webhook/again`,
    permission: 'webhooks.change',
    body: ResendAlert,
    answer: Done,
    async handle(call) {
      await sendAlertAgain(runtime, { mchNo: call.mchNo ?? '', id: call.body.id }, changedBy(call))
      return done
    },
  })

  serve({
    method: 'GET',
    path: `${base}/console`,
    permission: 'console.call',
    answer: ConsoleOperations,
    handle: async () => consoleOperations(runtime.settings),
  })
  serve<Static<typeof ConsoleCall>>({
    method: 'POST',
    path: `${base}/console`,
    permission: 'console.call',
    body: ConsoleCall,
    answer: ConsoleResponse,
    handle: async (call) => await callConsole(services, call),
  })
}
