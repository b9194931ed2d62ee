import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { assetsPath } from '../../pages/index.ts'
import { version } from '../../version.ts'

/** The page brings its own inline script and styles; it may talk to nobody but this server. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
  "img-src 'self' data: blob:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Must be registered before the operations, which it collects. */
export async function addOpenapiDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Touchstone',
        version,
        description:
          'Identity verification (KYC) and blockchain address risk (KYT). Every operation answers in one of three ' +
          'envelopes; `code` 200 (common) or 80000000 (admin gateway) means success.',
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: [
        { name: 'Address risk', description: 'What is known of an address, and how risky it is' },
        { name: 'Verification status', description: "A merchant's questions about its users" },
        { name: 'Access token', description: 'For the widget' },
        { name: 'Widget checks', description: 'What a page may ask without a key' },
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

/** The document and its readable form, both served from here: nothing is fetched from elsewhere. */
export async function addReference(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, async (request) => {
    request.trail.operation = 'reference'
    return app.swagger()
  })
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Touchstone reference',
      favicon: `${assetsPath}touchstone.svg`,
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      agent: { disabled: true },
      showDeveloperTools: 'never',
    },
    hooks: {
      onRequest: (request, reply, done) => {
        request.trail.operation = 'reference'
        reply.header('content-security-policy', contentSecurityPolicy)
        done()
      },
    },
  })
}
