import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { version } from '../../version.ts'

/** Adds the OpenAPI document. Must be registered before the operations that it collects. */
export async function addOpenapiDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Touchstone',
        version,
        description:
          'Identity verification (KYC) and blockchain address risk (KYT). Every response uses one of three ' +
          'envelopes; `code` 200 (common) or 80000000 (admin gateway) means success.',
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: [
        {
          name: 'Address risk',
          description: 'Labels, scores and explanations for addresses and transactions',
        },
        { name: 'Verification status', description: "Verification results of a merchant's users" },
        { name: 'Events', description: 'What happened to a merchant, in order' },
        { name: 'Access token', description: 'For the widget' },
        { name: 'Widget checks', description: 'Checks for pages, without a key' },
      ],
      components: {
        securitySchemes: {
          mch_no: { type: 'apiKey', in: 'header', name: 'mch_no', description: 'Merchant number' },
          api_key: { type: 'apiKey', in: 'header', name: 'api_key', description: 'API key' },
        },
      },
    },
  })
}

/** Serves the OpenAPI document for tools. The human-readable reference is at `/docs`. */
export function addReference(app: FastifyInstance): void {
  app.get('/openapi.json', { schema: { hide: true } }, async (request) => {
    request.trail.operation = 'reference'
    return app.swagger()
  })
}
