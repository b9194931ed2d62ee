import { type Operation, operations } from '@touchstone/contract'
import type { FastifyInstance } from 'fastify'
import {
  type DocsModel,
  docsErrorsPath,
  docsGroups,
  docsPath,
  pageHeaders,
  renderDocsErrors,
  renderDocsGroup,
  renderDocsPage,
} from '../../pages/index.ts'
import { isServed } from '../../plugins/is-served.ts'
import type { Services } from '../../plugins/services.ts'
import { surfaceUrls } from '../../surface-urls.ts'
import { version } from '../../version.ts'
import { exampleCall } from './example-calls.ts'
import type { StartPageSource } from './start-page.ts'

/** Serves the reference pages: an introduction, all served operations with their fields, and errors. */
export function addDocsPages(app: FastifyInstance, services: Services, source: StartPageSource): void {
  const options = { schema: { hide: true }, exposeHeadRoute: true }
  const { settings } = services.runtime

  const modelOf = (): DocsModel => {
    const { demo, url } = source
    const urls = surfaceUrls(settings, url)
    const served = Object.entries<Operation>(operations).filter(([, operation]) =>
      isServed(operation, settings),
    )
    return {
      version,
      urls,
      frameUrl: settings.publicUrl ?? url,
      demo: demo && { mchNo: demo.file.mchNo, apiKey: demo.file.apiKey, programNo: demo.file.programNo },
      operations: served.map(([name, operation]) => ({
        name,
        operation,
        call: exampleCall(operation, { demo, urls, settings }),
      })),
    }
  }

  app.get(docsPath, options, async (request, reply) => {
    request.trail.operation = 'reference'
    reply.headers(pageHeaders)
    return renderDocsPage(modelOf())
  })

  // Redirects addresses with a trailing slash, which come from old bookmarks or are typed by hand.
  app.get(`${docsPath}/`, options, async (request, reply) => {
    request.trail.operation = 'reference'
    return reply.redirect(docsPath, 301)
  })

  app.get(docsErrorsPath, options, async (request, reply) => {
    request.trail.operation = 'reference'
    reply.headers(pageHeaders)
    return renderDocsErrors(modelOf())
  })

  app.get<{ Params: { group: string } }>(`${docsPath}/:group`, options, async (request, reply) => {
    const model = modelOf()
    const group = docsGroups(model).find(({ path }) => path === `${docsPath}/${request.params.group}`)
    if (!group) return reply.callNotFound()
    request.trail.operation = 'reference'
    reply.headers(pageHeaders)
    return renderDocsGroup(model, group)
  })
}
