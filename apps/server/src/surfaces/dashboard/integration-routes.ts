import {
  AddEndpoint,
  AddedEndpoint,
  AddKey,
  ChangeEndpoint,
  ChangeKey,
  ConsoleCall,
  ConsoleOperations,
  ConsoleResponse,
  CreatedKey,
  CreatedWebhookSecret,
  CreateWebhookSecret,
  Done,
  Events,
  EventsQuery,
  Integration,
  Keys,
  RemoveEndpoint,
  ResendEvent,
  RevokeKey,
  RotateKey,
  SendTestEvent,
  SentTestEvent,
  SetWebhook,
  type Static,
  Webhook,
  WebhookEndpoints,
} from '@touchstone/contract'
import {
  addApiKey,
  changeApiKey,
  listApiKeys,
  listEndpoints,
  listEventDeliveries,
  revokeApiKey,
  rotateApiKey,
  showWebhook,
} from '@touchstone/kyc'
import {
  addWebhookEndpoint,
  changeWebhookEndpoint,
  changeWebhookSecret,
  changeWebhookUrl,
  removeWebhookEndpoint,
  sendEventAgain,
  sendSampleEvent,
} from '@touchstone/runtime'
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
    async handle({ context, mchNo = '' }) {
      const now = new Date(context.clock.now()).toISOString()
      const keys = await listApiKeys(context, { mchNo })
      return {
        keys: keys.map((key) => ({
          ...key,
          over: key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now),
        })),
      }
    },
  })
  serve<Static<typeof AddKey>>({
    method: 'POST',
    path: `${base}/keys/add`,
    permission: 'keys.change',
    body: AddKey,
    answer: CreatedKey,
    handle: async (call) =>
      await addApiKey(call.context, { ...call.body, mchNo: call.mchNo ?? '' }, changedBy(call)),
  })
  serve<Static<typeof ChangeKey>>({
    method: 'POST',
    path: `${base}/keys/change`,
    permission: 'keys.change',
    body: ChangeKey,
    answer: Done,
    async handle(call) {
      await changeApiKey(call.context, { ...call.body, mchNo: call.mchNo ?? '' }, changedBy(call))
      return done
    },
  })
  serve<Static<typeof RotateKey>>({
    method: 'POST',
    path: `${base}/keys/rotate`,
    permission: 'keys.change',
    body: RotateKey,
    answer: CreatedKey,
    async handle(call) {
      const which = { ...call.body, mchNo: call.mchNo ?? '' }
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
    handle: async ({ mchNo = '' }) => await showWebhook(runtime.kyc, mchNo),
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
      const change = { mchNo, ...body }
      const { secret } = await changeWebhookSecret(runtime, change, changedBy(call))
      return { secret }
    },
  })
  serve({
    method: 'GET',
    path: `${base}/webhook/endpoints`,
    permission: 'webhooks.change',
    answer: WebhookEndpoints,
    handle: async ({ mchNo = '' }) => ({ endpoints: await listEndpoints(runtime.kyc, mchNo) }),
  })
  serve<Static<typeof AddEndpoint>>({
    method: 'POST',
    path: `${base}/webhook/endpoints/add`,
    permission: 'webhooks.change',
    body: AddEndpoint,
    answer: AddedEndpoint,
    handle: async (call) =>
      await addWebhookEndpoint(runtime, { mchNo: call.mchNo ?? '', ...call.body }, changedBy(call)),
  })
  serve<Static<typeof ChangeEndpoint>>({
    method: 'POST',
    path: `${base}/webhook/endpoints/change`,
    permission: 'webhooks.change',
    body: ChangeEndpoint,
    answer: Done,
    async handle(call) {
      await changeWebhookEndpoint(runtime, { mchNo: call.mchNo ?? '', ...call.body }, changedBy(call))
      return done
    },
  })
  serve<Static<typeof RemoveEndpoint>>({
    method: 'POST',
    path: `${base}/webhook/endpoints/remove`,
    permission: 'webhooks.change',
    body: RemoveEndpoint,
    answer: Done,
    async handle(call) {
      await removeWebhookEndpoint(runtime, { mchNo: call.mchNo ?? '', id: call.body.id }, changedBy(call))
      return done
    },
  })
  serve<Static<typeof SendTestEvent>>({
    method: 'POST',
    path: `${base}/webhook/test`,
    permission: 'webhooks.change',
    body: SendTestEvent,
    answer: SentTestEvent,
    handle: async (call) =>
      await sendSampleEvent(runtime, { mchNo: call.mchNo ?? '', ...call.body }, changedBy(call)),
  })
  serve<undefined, Static<typeof EventsQuery>>({
    method: 'GET',
    path: `${base}/events`,
    permission: 'webhooks.change',
    query: EventsQuery,
    answer: Events,
    handle: async ({ mchNo = '', query: { before, type } }) =>
      await listEventDeliveries(runtime.kyc, {
        ...{ merchant: mchNo, type },
        ...(before !== undefined && { before: Number(before) }),
      }),
  })
  serve<Static<typeof ResendEvent>>({
    method: 'POST',
    path: `${base}/webhook/again`,
    permission: 'webhooks.change',
    body: ResendEvent,
    answer: Done,
    async handle(call) {
      await sendEventAgain(runtime, { mchNo: call.mchNo ?? '', id: call.body.id }, changedBy(call))
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
